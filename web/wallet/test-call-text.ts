import { texts } from '../engine/members.ts';

/** What an argument is: a word, bytes, a list, or several values with names. */
type Kind = 'address' | 'uint256' | 'bytes' | { readonly each: Kind } | readonly Field[];

type Field = readonly [name: string, kind: Kind];

interface ContractFunction {
  readonly name: string;
  readonly inputs: readonly Field[];
}

const LIST = { each: 'uint256' } as const;
const ADDRESSES = { each: 'address' } as const;
const PAY: ContractFunction['name'] = 'transferFromWithReferenceAndFee';
const FEE: readonly Field[] = [
  ['paymentReference', 'bytes'],
  ['feeAmount', 'uint256'],
];
const DETAIL: readonly Field[] = [
  ['recipient', 'address'],
  ['requestAmount', 'uint256'],
  ['path', ADDRESSES],
  ...FEE,
  ['maxToSpend', 'uint256'],
  ['maxRateTimespan', 'uint256'],
];
const META: readonly Field[] = [
  ['paymentNetworkId', 'uint256'],
  ['requestDetails', { each: DETAIL }],
];

/**
 * What payments of links call, by selector, with the names that their contracts give. A wallet reads calls by itself: nothing here is of
 * the page’s own checks.
 */
const FUNCTIONS: Readonly<Record<string, ContractFunction>> = {
  '095ea7b3': {
    name: 'approve',
    inputs: [
      ['spender', 'address'],
      ['amount', 'uint256'],
    ],
  },
  c219a14d: {
    name: PAY,
    inputs: [
      ['tokenAddress', 'address'],
      ['to', 'address'],
      ['amount', 'uint256'],
      ...FEE,
      ['feeAddress', 'address'],
    ],
  },
  b868980b: {
    name: 'transferWithReferenceAndFee',
    inputs: [['to', 'address'], ...FEE, ['feeAddress', 'address']],
  },
  '3af2c012': {
    name: PAY,
    inputs: [
      ['to', 'address'],
      ['requestAmount', 'uint256'],
      ['path', ADDRESSES],
      ...FEE,
      ['feeAddress', 'address'],
      ['maxToSpend', 'uint256'],
      ['maxRateTimespan', 'uint256'],
    ],
  },
  '92cddb91': {
    name: 'batchPayments',
    inputs: [
      ['metaDetails', { each: META }],
      ['pathsNativeToUSD', { each: ADDRESSES }],
      ['feeAddress', 'address'],
    ],
  },
  c6e6d98b: {
    name: 'batchERC20PaymentsWithReference',
    inputs: [
      ['tokenAddress', 'address'],
      ['recipients', ADDRESSES],
      ['amounts', LIST],
      ['paymentReferences', { each: 'bytes' }],
      ['feeAmounts', LIST],
      ['feeAddress', 'address'],
    ],
  },
};

/** How an address is shown. */
type ShowAddress = (address: string) => Promise<string>;

/** What a call does, as wallets show it: its function and its arguments by name, the coin that is sent along; of another function its bytes. */
export async function callText(call: unknown, showAddress: ShowAddress): Promise<string> {
  const { data = '0x', value = '0x0' } = texts(call, ['data', 'value']);
  const coin = /^0x0*[1-9a-f]/i.test(value) ? [`value: ${BigInt(value)} wei`] : [];
  const read = await readLines(data, showAddress).catch(() => [data]);
  return [...read, ...coin].join('\n');
}

async function readLines(data: string, showAddress: ShowAddress): Promise<readonly string[]> {
  const known = FUNCTIONS[data.slice(2, SELECTOR_END).toLowerCase()];
  if (known === undefined) return [data];
  const shown = { data: data.slice(SELECTOR_END), showAddress, indent: '  ' };
  return [known.name, ...(await fieldLines(known.inputs, 0, shown))];
}

const SELECTOR_END = 10;
const WORD_DIGITS = 64;
const ADDRESS_DIGITS = 40;

interface Shown {
  /** Digits without `0x`. */
  readonly data: string;
  readonly showAddress: ShowAddress;
  readonly indent: string;
}

/** Values with names, of which those of no fixed size are where the head says. */
async function fieldLines(
  fields: readonly Field[],
  start: number,
  shown: Shown,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [at, [name, kind]] of fields.entries()) {
    const head = start + at * WORD_DIGITS;
    const place = isDynamic(kind) ? start + Number(wordAt(shown, head)) * 2 : head;
    lines.push(...(await valueLines([name, kind], place, shown)));
  }
  return lines;
}

async function valueLines(
  [name, kind]: Field,
  at: number,
  shown: Shown,
): Promise<readonly string[]> {
  const line = `${shown.indent}${name}:`;
  if (kind === 'uint256') return [`${line} ${wordAt(shown, at)}`];
  if (kind === 'address') {
    const digits = readDigits(shown, at + WORD_DIGITS - ADDRESS_DIGITS, ADDRESS_DIGITS);
    return [`${line} ${await shown.showAddress(`0x${digits}`)}`];
  }
  const count = Array.isArray(kind) ? 0 : Number(wordAt(shown, at));
  if (kind === 'bytes') return [`${line} 0x${readDigits(shown, at + WORD_DIGITS, count * 2)}`];
  const inner = { ...shown, indent: `${shown.indent}  ` };
  if (!('each' in kind)) return [line, ...(await fieldLines(kind, at, inner))];
  const { each } = kind;
  // More than there are words is no list.
  if (count > shown.data.length / WORD_DIGITS) throw new RangeError('a list is too long');
  const items = Array.from({ length: count }, (_, place): Field => [String(place), each]);
  return [line, ...(await fieldLines(items, at + WORD_DIGITS, inner))];
}

/** What is behind an offset: all that these functions take but single words. */
function isDynamic(kind: Kind): boolean {
  return kind !== 'address' && kind !== 'uint256';
}

const wordAt = (shown: Shown, at: number) => BigInt(`0x${readDigits(shown, at, WORD_DIGITS)}`);

function readDigits({ data }: Shown, at: number, length: number): string {
  const digits = data.slice(at, at + length);
  if (digits.length < length) throw new RangeError('the call ends too early');
  return digits;
}
