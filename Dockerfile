# One image for every service; docker-compose.yml says which command each one runs.
FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
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

USER league
VOLUME /data
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
