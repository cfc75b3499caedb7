# Edgewatch in a container: docs/operate/install.md.

# The only place that names the version of Node.js in the image.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image has the program of the npm package, without its docs, and the locked versions of its dependencies.
RUN npm pack --silent --pack-destination /tmp \
 && mkdir -p /image/app /image/data /image/nodejs/bin \
 && cp /usr/local/bin/node /image/nodejs/bin/ \
 && tar -xzf /tmp/edgewatch-*.tgz -C /image/app --strip-components=1 \
 && cp package-lock.json /image/app/ \
 && npm ci --prefix /image/app --omit=dev \
 && rm -rf /image/app/node_modules/@libsql/*-musl \
 && chmod 0777 /image/data

# The libraries of Node.js, without a shell and a package manager. This image has no tags by version.
FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /image/ /
# On 0.0.0.0 the host needs "access" in its configuration, or EDGEWATCH_OPEN=true. Without both it exits with code 1 and an error message.
ENV PATH=/nodejs/bin EDGEWATCH_HOST=0.0.0.0 EDGEWATCH_DATA=/data
# Any UID works: the host needs no entry in /etc/passwd, and every user may write to /data.
USER 65532:65532
VOLUME ["/data"]
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=5s --retries=3 \
  CMD ["node", "/app/dist/host/edgewatch.js", "status", "--ready"]
ENTRYPOINT ["node", "/app/dist/host/edgewatch.js"]
