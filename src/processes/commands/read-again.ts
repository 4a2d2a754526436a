import { type Rescanned, rescanBlocks, settleTransfers } from '#modules/settlement/index.ts';
import { asTable, printAnswer } from './print-answer.ts';
import { openProgress } from './progress.ts';
import type { Environment } from './read-config.ts';
import { type BlocksOptions, readChain, readRange } from './with-chain.ts';
import { withNodes } from './with-context.ts';

/** One turn of settling what was found; workers and watchers settle too. */
const SETTLED_AT_ONCE_MAX = 100;

/** Why contracts that only spoof a proxy may be missing among what is suspicious. */
const NOT_ALL = {
  refused:
    'The nodes do not return logs of all contracts at once: spoofed events were not searched everywhere.',
  flood: 'Contracts that are no proxies emitted more events than are read.',
} as const;

/** Reads blocks again, writes down and settles what was missing, and prints it. */
export async function readAgain(environment: Environment, options: BlocksOptions): Promise<void> {
  await withNodes(environment, async (ctx) => {
    const chain = readChain(ctx, options.network);
    const blocks = readRange(options);
    const found: Rescanned['found'][number][] = [];
    const progress = openProgress();
    let upTo = blocks.from;
    let spoofedEventsMissed: Rescanned['spoofedEventsMissed'];
    for await (const part of rescanBlocks(ctx, chain, blocks)) {
      found.push(...part.found);
      ({ upTo } = part);
      spoofedEventsMissed ??= part.spoofedEventsMissed;
      progress.report(`block ${upTo}, ${found.length} transfers that were missing`);
    }
    let settled = 0;
    for (let more = found.length > 0; more; ) {
      const round = await settleTransfers(ctx, SETTLED_AT_ONCE_MAX, { shouldQueryNodes: true });
      settled += round;
      more = round > 0;
    }
    progress.end();
    const rows = found.map(({ blockNumber, creditedUnits, ...rest }) => ({
      block: Number(blockNumber),
      ...rest,
      creditedUnits: creditedUnits.toString(),
    }));
    const range = { network: options.network, from: Number(blocks.from), to: Number(upTo) };
    const text = `Blocks ${range.from} to ${range.to} of ${options.network}: ${found.length} transfers were missing and are written down; ${settled} settled now.`;
    const missed = spoofedEventsMissed === undefined ? '' : `\n${NOT_ALL[spoofedEventsMissed]}`;
    const table = rows.length === 0 ? '' : `${asTable(rows, '')}\n`;
    const answer = {
      ...range,
      found: rows,
      settled,
      spoofedEventsMissed: spoofedEventsMissed ?? null,
    };
    printAnswer(options, answer, `${table}${text}${missed}`);
  });
}
