import { openBenchDatabase } from './bench-database.ts';
import { compare, medianOf, PASSES, type Question, ratioOf, type Sample } from './harness.ts';
import {
  type BenchReceiver,
  openBenchReceiver,
  openBullmqSender,
  openFlorinSender,
  openGraphileSender,
  type Sender,
} from './webhooks-processes.ts';

/** As in performance.md; a smaller number is for trying the command. */
const DELIVERIES = Number(process.env['BENCH_DELIVERIES'] ?? 20_000);
/** The wait of one is measured at this pace, for five seconds. */
const PER_SECOND = 200;
const TRICKLED = PER_SECOND * 5;

/** Question 3: what keeping every delivery and every attempt costs, against queues of jobs. */
export const webhooks: Question = {
  name: 'webhooks',
  purpose: 'How fast are signed webhooks delivered, against graphile-worker and BullMQ?',
  run: async (report) => {
    await using database = await openBenchDatabase();
    await using receiver = await openBenchReceiver();
    await using florin = await openFlorinSender(database.url, receiver.url);
    await using graphile = await openGraphileSender(database.url, receiver.url);
    await using bullmq = await openBullmqSender(receiver.url);
    if (bullmq === undefined)
      report('BullMQ is left out: this machine has no redis-server and no package of it');
    const peers = [
      ['graphile', graphile] as const,
      ...(bullmq ? [['bullmq', bullmq] as const] : []),
    ];
    const on = { receiver, sender: florin };
    const samples = await compare(
      [
        { name: 'florin', measure: () => drain({ ...on, fannedOut: true }) },
        ...peers.map(([name, sender]) => ({ name, measure: () => drain({ receiver, sender }) })),
        { name: 'florin, events', measure: () => drain(on) },
        { name: 'florin, one dead', measure: () => drain({ ...on, fannedOut: true, dead: true }) },
        { name: 'florin at 200/s', measure: () => trickle(on) },
        ...peers.map(([name, sender]) => ({
          name: `${name} at 200/s`,
          measure: () => trickle({ receiver, sender }),
        })),
      ],
      report,
    );
    const rate = { number: 'deliveriesPerSecond', of: 'florin', wanted: 'at least' } as const;
    const trickled = { of: 'florin at 200/s', wanted: 'at most' } as const;
    return {
      sizes: { passes: PASSES, deliveries: DELIVERIES, trickled: TRICKLED, perSecond: PER_SECOND },
      samples,
      ratios: [
        ...peers.map(([to]) =>
          ratioOf(samples, { ...rate, name: `times as fast as ${to}`, to, bar: 1 }),
        ),
        ratioOf(samples, {
          ...rate,
          name: 'with a dead endpoint beside',
          of: 'florin, one dead',
          to: 'florin',
          bar: 0.9,
        }),
        medianOf(samples, { ...trickled, name: 'p50 in ms at 200/s', number: 'p50Ms', bar: 5 }),
        medianOf(samples, { ...trickled, name: 'p99 in ms at 200/s', number: 'p99Ms', bar: 25 }),
      ],
    };
  },
};

interface Run {
  readonly receiver: BenchReceiver;
  readonly sender: Sender;
  readonly fannedOut?: boolean;
  /** Whether an endpoint that never answers has as many pending. */
  readonly dead?: boolean;
}

/** All wait already when the sender starts; the rate is that between the first and the last to come. */
async function drain({ receiver, sender, fannedOut = false, dead = false }: Run): Promise<Sample> {
  if (dead) await sender.enqueue({ count: DELIVERIES, fannedOut, toDead: true });
  await sender.enqueue({ count: DELIVERIES, fannedOut });
  const counted = await receiver.expect(DELIVERIES, sender.secret);
  await sender.start();
  const { seconds, bad } = await counted();
  await sender.stop();
  refuseBad(bad);
  return { deliveriesPerSecond: DELIVERIES / seconds };
}

/** From being enqueued to being received, while little is to do. */
async function trickle({ receiver, sender }: Run): Promise<Sample> {
  const counted = await receiver.expect(TRICKLED, sender.secret);
  await sender.start();
  await sender.trickle(TRICKLED, PER_SECOND);
  const { p50Ms, p99Ms, bad } = await counted();
  await sender.stop();
  refuseBad(bad);
  return { p50Ms, p99Ms };
}

function refuseBad(bad: number): void {
  if (bad > 0) throw new Error(`${bad} webhooks had a wrong signature`);
}
