# One image for every service; docker-compose.yml says which command each one runs.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 \
    LEAGUE_SETUP=0 \
    LEAGUE_DATA_DIR=/data

RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin league \
    && mkdir --parents /app /data \
    && chown league:league /data

WORKDIR /app

# The packages alone first: a change in the code does not install them again.
COPY requirements.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

COPY . .

# Compiled once, here, as pip does its packages: nobody may write beside the files later, and each start would compile
# them anew. Told to be current by what is in them, for times change on the way into an image.
RUN python -m compileall -q --invalidation-mode checked-hash /app

USER league
VOLUME /data
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
