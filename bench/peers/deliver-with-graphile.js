import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { obey, postSigned } from './post-signed.js';

// graphile-worker as fast as it goes: with its local queue, and done jobs written down in batches.
const [connectionString] = process.argv.slice(2);
const logger = new Logger(() => () => undefined);
const utils = await makeWorkerUtils({ connectionString, logger });
await utils.migrate();
const worker = {
  connectionString,
  concurrentJobs: 32,
  localQueue: { size: 500 },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};
let runner;

obey({
  addMany: (jobs) =>
    utils.addJobs(jobs.map((payload) => ({ identifier: 'deliver', payload, maxAttempts: 4 }))),
  start: async () => {
    runner = await run({
      preset: { worker },
      logger,
      noHandleSignals: true,
      taskList: { deliver: postSigned },
    });
  },
  stop: () => runner.stop(),
});
