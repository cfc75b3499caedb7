/** Test helper: the script of a thread of the host, without a build. */

/**
 * @param setUp - source before the first message. It can use `parentPort`.
 * @param methods - source of an object of methods. A method gets its argument and returns its result or a promise.
 *   The method `result` gets the id and the value of each response.
 */
export function threadScript(methods: string, setUp = ''): URL {
  const source = `import { parentPort } from 'node:worker_threads';
    ${setUp}
    const methods = ${methods};
    const send = (message) => parentPort.postMessage([message]);
    async function run({ kind, id, method, argument, value }) {
      if (kind === 'notify') return methods[method]?.(argument);
      if (kind === 'result') return methods.result(id, value);
      try {
        send({ kind: 'result', id, value: await methods[method](argument), ports: [] });
      } catch ({ name, message }) {
        send({ kind: 'failure', id, name, message });
      }
    }
    parentPort.on('message', (messages) => messages.forEach(run));`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}
