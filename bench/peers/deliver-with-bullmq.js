import { Queue, Worker } from 'bullmq';
import { obey, postSigned } from './post-signed.js';

// BullMQ on a Redis that writes its log to the disk each second.
const [path] = process.argv.slice(2);
const connection = { path, maxRetriesPerRequest: null };
const queue = new Queue('deliver', { connection });
let worker;

obey({
  addMany: (jobs) =>
    queue.addBulk(
      jobs.map((data) => ({
        name: 'deliver',
        data,
        opts: { attempts: 4, removeOnComplete: true },
      })),
    ),
  start: async () => {
    worker = new Worker('deliver', ({ data }) => postSigned(data), {
      connection,
      concurrency: 64,
    });
    await worker.waitUntilReady();
  },
  stop: () => worker.close(),
});
