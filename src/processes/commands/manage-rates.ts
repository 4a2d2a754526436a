import process from 'node:process';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import { parseAmount, printAmount } from '#kit/amount.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import {
  moveSandboxRate,
  RATE_DECIMALS,
  readSandboxRates,
  type SandboxNode,
  sandboxFeeds,
} from '#sandbox/price-feeds.ts';
import { readSandboxFile } from '#sandbox/sandbox-file.ts';
import { asTable, type OutputOptions, printAnswer } from './print-answer.ts';
import { type Environment, readConfig } from './read-config.ts';

/** Printed with every rate, so that none is mistaken for a market's. */
const NOTE =
  'These are test feeds of the sandbox: their rates come from no market and exist on no other chain.';

/** The oldest that a rate can be made: ten years, so that no clock of a node is reached. */
const AGE_SECONDS_MAX = 315_360_000;

/** Which rate to move, and where to. */
interface RateOptions extends OutputOptions {
  /** `EUR` or `EUR/USD`. */
  readonly pair: string;
  /** Dollars for one, in decimals. */
  readonly rate: string;
  /** How old the rate is, in seconds. */
  readonly age?: string;
  /** One network only. */
  readonly network?: string;
}

/** Moves the test feed of a currency on the running sandbox's nodes. */
export async function setRate(environment: Environment, options: RateOptions): Promise<void> {
  await onSandboxNodes(environment, options.network, async (nodes) => {
    const symbol = options.pair.toUpperCase().replace(/\/USD$/, '');
    const known = [...new Set(nodes.flatMap(symbolsOf))];
    if (!known.includes(symbol)) {
      throw refuse(`There is no test feed of ${options.pair}: there are ${known.join(', ')}.`);
    }
    const rule = { field: 'the rate', decimals: RATE_DECIMALS, symbol: 'a feed' };
    const answer = parseAmount(options.rate, rule);
    const ageSeconds = readAge(options.age);
    const move = { answer, ...(ageSeconds !== undefined && { ageSeconds }) };
    const moved: string[] = [];
    for (const node of nodes) {
      if (await moveSandboxRate(node, symbol, move)) moved.push(node.network);
    }
    if (moved.length === 0) throw new Outage('The nodes of this sandbox have no test feeds.');
    const rate = printAmount(answer, RATE_DECIMALS);
    const age = ageSeconds === undefined ? 'always fresh' : `${ageSeconds} seconds old`;
    const text = `1 ${symbol} is ${rate} USD, ${age}, on ${moved.join(', ')}.\n${NOTE}`;
    printAnswer(options, { symbol, rate, ageSeconds: ageSeconds ?? null, networks: moved }, text);
  });
}

/** Prints what the test feeds of the running sandbox's nodes answer now. */
export async function printRates(
  environment: Environment,
  options: OutputOptions & { readonly network?: string },
): Promise<void> {
  await onSandboxNodes(environment, options.network, async (nodes) => {
    const rates = (await Promise.all(nodes.map(readSandboxRates))).flat();
    const rows = rates.map(({ network, symbol, answer, foundAt, sandboxOnly }) => ({
      network,
      pair: `${symbol}/USD`,
      rate: printAmount(answer, RATE_DECIMALS),
      foundAt: foundAt?.toISOString() ?? null,
      sandboxOnly,
    }));
    const shown = rows.map(({ foundAt, sandboxOnly, ...row }) => ({
      ...row,
      found: foundAt ?? 'always fresh',
      'on the public network': sandboxOnly ? 'no' : 'yes',
    }));
    const table = asTable(shown, 'The nodes of this sandbox have no test feeds.');
    printAnswer(options, { rates: rows }, `${table}\n${NOTE}`);
  });
}

const symbolsOf = ({ network }: SandboxNode) => sandboxFeeds(network).map(({ symbol }) => symbol);

function readAge(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= AGE_SECONDS_MAX) return seconds;
  throw refuse(`--age must be whole seconds, from 0 to ${AGE_SECONDS_MAX}.`);
}

/** Refused or unreachable is one sentence on standard error and exit code 1. */
async function onSandboxNodes(
  environment: Environment,
  only: string | undefined,
  work: (nodes: readonly SandboxNode[]) => Promise<void>,
): Promise<void> {
  try {
    await work(await findNodes(environment, only));
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Outage)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function findNodes(environment: Environment, only: string | undefined) {
  const { home, mode } = readConfig(environment);
  if (mode !== 'sandbox') {
    throw refuse('Only the sandbox has rates to move: in production they are those of the chain.');
  }
  const file = await readSandboxFile(home);
  if (file === undefined) throw refuse(`There is no sandbox in ${home} yet: run npm start first.`);
  const nodes = Object.entries(file.networks).flatMap(([network, { rpcUrl }]) =>
    isNetworkId(network) ? [{ network, rpcUrl, chainId: NETWORKS[network].chainId }] : [],
  );
  const chosen = nodes.filter(({ network }) => only === undefined || network === only);
  if (chosen.length > 0) return chosen;
  const names = nodes.map(({ network }) => network).join(', ');
  throw refuse(`This sandbox has no network ${only}: it has ${names}.`);
}

const refuse = (message: string) => new Refusal('invalid_rate', 400, { message });
