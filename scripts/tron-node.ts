// Starts a local Tron node that speaks the HTTP API of a full node, until Ctrl-C.
import { once } from 'node:events';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startTronNode } from '#sandbox/tron/tron-node.ts';

const USAGE = `npm run tron-node -- [options]
  --port <number>               where the API is (9090)
  --block-ms <number>           how long a block takes; 0 for blocks on command only (3000)
  --instant                     gives each transaction a block at once
  --folder <path>               keeps the chain there over restarts; without it each start begins anew
  --solidified-behind <number>  how many blocks the solidified one is behind the newest (19)
`;

function readNumber(text: string): number {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`${text} is no whole number`);
  return number;
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9090' },
    'block-ms': { type: 'string', default: '3000' },
    instant: { type: 'boolean', default: false },
    'solidified-behind': { type: 'string', default: '19' },
    folder: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
} else {
  const node = await startTronNode({
    port: readNumber(values.port),
    blockMs: readNumber(values['block-ms']),
    isInstant: values.instant,
    solidifiedBehind: readNumber(values['solidified-behind']),
    solidifiesAtStart: true,
    ...(values.folder !== undefined && { folder: values.folder }),
  });
  process.stdout.write(`Tron node at ${node.url}; no real money moves here. Ctrl-C stops it.\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await node.stop();
}
