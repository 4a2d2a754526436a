import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';

const [, receiverUrl] = process.argv.slice(2);
const secret = 'secret-of-the-peer';
const pool = new Pool(receiverUrl, { connections: 32, pipelining: 1 });

/** Posts a job's body as Florin posts a delivery; any answer but 2xx makes the queue try again. */
export async function postSigned({ id, body }) {
  const { statusCode, body: answer } = await pool.request({
    method: 'POST',
    path: '/hook',
    headers: {
      'content-type': 'application/json',
      'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
      'x-service-delivery': id,
      'x-service-retry-count': '0',
    },
    body,
  });
  await answer.dump();
  if (statusCode >= 300) throw new Error(`answered ${statusCode}`);
}

/** A job with the body that Florin sends. */
function job() {
  const requestId = `01${randomUUID().replaceAll('-', '').padStart(64, '0')}`;
  const payload = {
    event: 'payment.confirmed',
    requestId,
    requestID: requestId,
    paymentReference: '0x0011223344556677',
    amount: '12.5',
    totalAmountPaid: '12.5',
    expectedAmount: '12.5',
    timestamp: new Date().toISOString(),
    txHash: `0x${'3'.repeat(64)}`,
    payerAddress: null,
    payerEoaAddress: null,
    network: 'sepolia',
    currency: 'USDC',
    paymentCurrency: 'USDC',
    isCryptoToFiat: false,
    subStatus: '',
    paymentProcessor: 'service-network',
    fees: [],
    reference: 'INV-77',
  };
  return { id: randomUUID(), body: JSON.stringify(payload) };
}

/** Tells the benchmark that the queue is ready, and does what it says. */
export function obey({ addMany, start, stop }) {
  const orders = {
    enqueue: async ({ count }) => {
      for (let left = count; left > 0; left -= 1_000) {
        await addMany(Array.from({ length: Math.min(1_000, left) }, job));
      }
    },
    start,
    trickle: async ({ count, perSecond }) => {
      const begin = performance.now();
      const adding = [];
      for (let i = 0; i < count; i += 1) {
        await wait(Math.max(0, begin + (i * 1000) / perSecond - performance.now()));
        adding.push(addMany([job()]));
      }
      await Promise.all(adding);
    },
    stop,
  };
  process.on('message', async (order) => {
    await orders[order.do](order);
    process.send({ done: true });
  });
  process.once('disconnect', () => process.exit(0));
  process.send({ secret });
}
