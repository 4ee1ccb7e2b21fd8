# The page and its capture server in one image. The site is built for the brand in content/ and for
# the backend that the build arguments name.
FROM node:24-slim AS build
WORKDIR /app
COPY . .
ARG PUBLIC_SUPABASE_URL
ARG PUBLIC_SUPABASE_ANON_KEY
# An argument that was not given must be absent, not empty: empty is refused.
RUN npm ci --no-audit --no-fund --omit=dev \
  && if [ -z "$PUBLIC_SUPABASE_URL" ]; then unset PUBLIC_SUPABASE_URL; fi \
  && if [ -z "$PUBLIC_SUPABASE_ANON_KEY" ]; then unset PUBLIC_SUPABASE_ANON_KEY; fi \
  && node scripts/build.ts

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY brand/package.json brand/
COPY contract/package.json contract/
COPY content/package.json content/
COPY site/package.json site/
COPY console/package.json console/
COPY server/package.json server/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY testkit/package.json testkit/
RUN npm ci --no-audit --no-fund --omit=dev --omit=optional --workspace=server --workspace=brand --workspace=contract

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 CONSOLE_HOST=0.0.0.0 DATA_DIR=/data
COPY --from=dependencies /app/node_modules node_modules
COPY brand brand
COPY contract contract
COPY server/package.json server/
COPY server/src server/src
COPY supabase/migrations supabase/migrations
COPY --from=build /app/site/dist site/dist
COPY --from=build /app/console/dist console/dist
RUN mkdir /data && chown node:node /data
USER node
# Otherwise each thread loads a TypeScript compiler of about 14 MB.
ENV NODE_COMPILE_CACHE=/home/node/.cache/funil
RUN node server/src/fill-compile-cache.ts
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Smaller young generation: less memory under full load (docs/decisions/0041).
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=128", "server/src/main.ts"]
