# The server with the built client. All configuration comes from the environment: see .env.example.

FROM node:22.23.3-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY engine/package.json engine/
COPY server/package.json server/
COPY client/package.json client/
RUN npm ci --omit=dev --ignore-scripts --loglevel=error
COPY prisma.config.ts tsconfig.json ./
COPY scripts scripts
COPY prisma prisma
COPY contract contract
COPY engine engine
COPY server server
COPY client client
COPY content content
# The packages that are not part of the server's build, and the list of all packages in the image.
RUN node scripts/build.mjs && node scripts/image-packages.mjs /packages

FROM node:22.23.3-bookworm-slim
# One arena of the C library: with one for each thread, the memory of the password hashes stays with the process.
ENV NODE_ENV=production HOST=0.0.0.0 MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=build /packages ./
COPY prisma/migrations prisma/migrations
COPY content content
COPY server/package.json server/
COPY --from=build /app/client/dist client/dist
COPY --from=build /app/client/dist-pages client/dist-pages
COPY --from=build /app/server/dist server/dist
# A new volume takes its owner from the image.
RUN mkdir --mode=700 /backups && chown node:node /backups
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "server/dist/main.js"]
