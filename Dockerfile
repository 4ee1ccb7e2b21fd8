# The page, its editor and its server in one image, built for the content in content/ and for the backend that the build
# arguments name. The base is Debian with Node 24.
ARG BASE=node:24-slim
FROM ${BASE} AS build
WORKDIR /app
COPY . .
ARG PUBLIC_SUPABASE_URL
ARG PUBLIC_SUPABASE_ANON_KEY
# Arguments go to .env, so that later publications in a container are for the same backend. One that was not given must be
# absent, not empty: empty is refused. Folders that the page's builder writes begin empty.
RUN npm ci --no-audit --no-fund --omit=dev --workspace=server --workspace=site --workspace=console \
    --workspace=content --workspace=brand --workspace=contract \
  && if [ -n "$PUBLIC_SUPABASE_URL" ]; then echo "PUBLIC_SUPABASE_URL=$PUBLIC_SUPABASE_URL" >> .env; else unset PUBLIC_SUPABASE_URL; fi \
  && if [ -n "$PUBLIC_SUPABASE_ANON_KEY" ]; then echo "PUBLIC_SUPABASE_ANON_KEY=$PUBLIC_SUPABASE_ANON_KEY" >> .env; else unset PUBLIC_SUPABASE_ANON_KEY; fi \
  && node scripts/build.ts \
  && rm -rf site/.astro site/.build site/node_modules site/src/layout/fonts

FROM ${BASE}
WORKDIR /app
# Publications write to SITE_DIR; the page of the image is copied there at the first start.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 CONSOLE_HOST=0.0.0.0 DATA_DIR=/data SITE_DIR=/data/site/dist
COPY --from=build /app ./
# What the page's builder writes; compose.yaml mounts memory there.
RUN mkdir -p /data site/.astro site/.build site/node_modules site/src/layout/fonts \
  && chown node:node /data site/.astro site/.build site/node_modules site/src/layout/fonts
USER node
# Otherwise each thread loads a TypeScript compiler of about 14 MB.
ENV NODE_COMPILE_CACHE=/home/node/.cache/funil
RUN node server/src/fill-compile-cache.ts
VOLUME /data
EXPOSE 3000 3001
# A start after an upgrade builds an edited page first.
HEALTHCHECK --interval=10s --timeout=3s --start-period=3m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Smaller young generation: less memory under full load (docs/decisions/0041).
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=256", "scripts/start.ts"]
