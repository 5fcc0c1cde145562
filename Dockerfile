# The package of `npm run package` on a bare Node. Both stages have the same system, for the native code.
FROM node:20-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run package && mv dist/cardwell-*/ /cardwell

FROM node:20-bookworm-slim
# Owned by root: the program can't change its own files.
COPY --from=build /cardwell /cardwell
RUN mkdir /data && chown node:node /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /cardwell
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 CMD ["node", "health-check.js"]
CMD ["node", "server.js"]
