# The server with the built client. All configuration comes from the environment: see .env.example.

FROM node:22.23.3-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY client/package.json client/

FROM manifests AS build
RUN npm ci --omit=dev --ignore-scripts --loglevel=error
COPY prisma.config.ts tsconfig.json ./
COPY scripts scripts
COPY prisma prisma
COPY contract contract
COPY server server
COPY client client
COPY content content
RUN node scripts/build.mjs

# The server's packages, because some are not part of its build. The embedded PostgreSQL, the Prisma CLI (as a peer) and
# sharp's binaries are optional packages; only sharp's are installed again.
FROM manifests AS packages
RUN npm ci --omit=dev --omit=optional --workspace=server --ignore-scripts --loglevel=error
COPY --from=build /app/node_modules/@img node_modules/@img
# The compilers for other databases and files for developers are most of the packages' size.
RUN find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name 'query_compiler_small_bg.postgresql.*' -delete \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  && rm node_modules/contract node_modules/server
# The list of packages in the image, for vulnerability scanners (CycloneDX).
RUN npm sbom --package-lock-only --omit=dev --omit=optional --workspace=server --sbom-format=cyclonedx >sbom.json

FROM node:22.23.3-bookworm-slim
# One arena of the C library: with one for each thread, the memory of the password hashes stays with the process.
ENV NODE_ENV=production HOST=0.0.0.0 MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/sbom.json ./
COPY prisma/migrations prisma/migrations
COPY content content
COPY server/package.json server/
COPY --from=build /app/client/dist client/dist
COPY --from=build /app/server/dist server/dist
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "server/dist/main.js"]
