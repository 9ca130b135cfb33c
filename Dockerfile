# Topboard with all that a host needs; what it is to do is said when it is started.
FROM python:3.13-slim
# The commit that "topboard --version" shows: docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT=""
WORKDIR /opt/topboard
COPY pyproject.toml constraints.txt hatch_build.py README.md LICENSE ./
COPY docs docs
COPY src src
# The user has a fixed number, so that a cluster can check that it is not root.
RUN if [ -n "$COMMIT" ]; then echo "$COMMIT" > commit.txt; fi \
    && pip install --no-cache-dir --constraint constraints.txt '.[hosted]' \
    && useradd --system --uid 10001 --create-home --home-dir /var/lib/topboard topboard
USER 10001
WORKDIR /var/lib/topboard
ENTRYPOINT ["topboard"]
