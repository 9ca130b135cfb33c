# Topboard with all that a host needs; what it is to do is said when it is started.
FROM python:3.13-slim
WORKDIR /opt/topboard
COPY pyproject.toml constraints.txt hatch_build.py README.md LICENSE ./
COPY src src
RUN pip install --no-cache-dir --constraint constraints.txt '.[hosted]' \
    && useradd --system --create-home --home-dir /var/lib/topboard topboard
USER topboard
ENTRYPOINT ["topboard"]
