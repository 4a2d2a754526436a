import process from 'node:process';
import { type Reconciled, reconcileBlocks } from '#modules/settlement/index.ts';
import { printAnswer } from './print-answer.ts';
import { openProgress } from './progress.ts';
import type { Environment } from './read-config.ts';
import { type BlocksOptions, readChain, readRange } from './with-chain.ts';
import { withNodes } from './with-context.ts';

/** More than a person reads; what is beyond it is counted. */
const SHOWN_MAX = 1_000;

/** What facts are indented by: the longest name and two spaces. */
const FIELD_WIDTH = 'transaction'.length + 2;

type Difference = Reconciled['differences'][number];

/** The exit codes are those of `diff`: a nightly job must distinguish a difference from an unreachable node. */
const EXIT_DIFFERENT = 1;
const EXIT_NOT_COMPARED = 2;

/**
 * Compares the ledger with the chain and prints every difference; exit code 1 where there is any, 2
 * where it could not compare. Says on standard error how far it got.
 */
export async function compareChain(
  environment: Environment,
  options: BlocksOptions,
): Promise<void> {
  await withNodes(
    environment,
    async (ctx) => {
      const chain = readChain(ctx, options.network);
      const range = readRange(options);
      const tally = openTally(range.from);
      const progress = openProgress();
      for await (const part of reconcileBlocks(ctx, chain, range)) {
        tally.add(part);
        progress.report(tally.text());
      }
      progress.end();
      const { requests, upTo, count, silentNodes } = tally.sums();
      const differences = tally.shown();
      const { network } = options;
      const answer = { network, from: Number(range.from), to: Number(upTo), requests, count };
      const silent = silentNodes.map(
        (name) => `Node ${name} did not return all blocks; its answers are not compared.`,
      );
      const text = [...differences.map(print), ...silent, sum(answer)].join('\n\n');
      printAnswer(options, { ...answer, silentNodes, differences }, text);
      if (count > 0) process.exitCode = EXIT_DIFFERENT;
    },
    EXIT_NOT_COMPARED,
  );
}

/** Adds up what is found; a request that many blocks lead to is reported once. */
function openTally(from: bigint) {
  const found = new Map<string, ReturnType<typeof plain>>();
  let count = 0;
  let requests = 0;
  let upTo = from;
  let silentNodes: readonly string[] = [];
  return {
    add: (part: Reconciled) => {
      ({ silentNodes } = part);
      requests += part.requests;
      upTo = part.upTo ?? upTo;
      for (const difference of part.differences.map(plain)) {
        const key = JSON.stringify(difference);
        if (found.has(key)) continue;
        count += 1;
        if (found.size < SHOWN_MAX) found.set(key, difference);
      }
    },
    text: () => `block ${upTo}, ${requests} requests, ${count} differences`,
    sums: () => ({ requests, upTo, count, silentNodes }),
    shown: () => [...found.values()],
  };
}

function sum(of: { from: number; to: number; requests: number; count: number }): string {
  const shown = of.count > SHOWN_MAX ? `; the first ${SHOWN_MAX} are shown` : '';
  return `Blocks ${of.from} to ${of.to}: ${of.requests} requests compared, ${of.count === 0 ? 'no' : of.count} differences${shown}.`;
}

/** A difference with its block as a number, as programs read it. */
function plain({ blockNumber, ...difference }: Difference) {
  return { ...difference, blockNumber: blockNumber === null ? null : Number(blockNumber) };
}

/** A difference as a person reads it: hashes and sentences are too long for columns. */
function print(difference: ReturnType<typeof plain>): string {
  const { kind, blockNumber, final, requestId, transactionHash, securePaymentToken } = difference;
  const block = blockNumber === null ? '' : `, block ${blockNumber}`;
  const input = { request: requestId, transaction: transactionHash, link: securePaymentToken };
  const named = Object.entries({
    ...input,
    expected: difference.expected,
    found: difference.found,
  });
  const lines = named.flatMap(([name, value]) =>
    value === null ? [] : [`  ${name.padEnd(FIELD_WIDTH)}${value}`],
  );
  return [`${kind}${block}${final ? '' : ' (not final yet)'}`, ...lines].join('\n');
}
