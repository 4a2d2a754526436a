import { type Abi, type AbiFunction, type AbiParameter, toFunctionSelector } from 'viem';
import type { Hex } from '#kit/hex.ts';

/** What some data encodes: the call of a function, or values by themselves. */
export type Encoded = { readonly abi: Abi } | { readonly parameters: readonly AbiParameter[] };

/**
 * Whether each part of some data begins where the one before it ends, as the standard encoding has it. Asked before anything is decoded:
 * a general decoder reads parts that many places refer to once for each, so that 128 kB become gigabytes. Takes time by the length alone.
 */
export function hasStandardLayout(encoded: Encoded, data: Hex): boolean {
  const parameters = 'abi' in encoded ? inputsOf(encoded.abi, data) : encoded.parameters;
  if (parameters === undefined) return false;
  const digits = data.slice('abi' in encoded ? SELECTOR_DIGITS : PREFIX_DIGITS);
  return endOfTuple(digits, { at: 0, parameters }) !== undefined;
}

const PREFIX_DIGITS = 2;
/** `0x` and four bytes. */
const SELECTOR_DIGITS = 10;
/** Of 32 bytes. */
const WORD_DIGITS = 64;
const ARRAY = /^(.*)\[(\d*)\]$/;

function inputsOf(abi: Abi, data: Hex): readonly AbiParameter[] | undefined {
  const functions = known.get(abi) ?? functionsOf(abi);
  known.set(abi, functions);
  return functions.get(data.slice(0, SELECTOR_DIGITS))?.inputs;
}

type Functions = ReadonlyMap<string, AbiFunction>;

/** Selectors are hashes, and a proposal may have a thousand calls. */
const known = new WeakMap<Abi, Functions>();

function functionsOf(abi: Abi): Functions {
  const functions = abi.filter((item): item is AbiFunction => item.type === 'function');
  return new Map(functions.map((item) => [toFunctionSelector(item), item]));
}

/** Values one after another; places are in digits from here on. */
interface Tuple {
  readonly at: number;
  readonly parameters: readonly AbiParameter[];
}

/** Where a tuple ends; undefined where a part of it stands elsewhere than right behind the one before. */
function endOfTuple(digits: string, { at, parameters }: Tuple): number | undefined {
  let head = at;
  let tail = at + parameters.reduce((sum, one) => sum + (staticDigits(one) ?? WORD_DIGITS), 0);
  if (tail > digits.length) return undefined;
  for (const parameter of parameters) {
    const fixed = staticDigits(parameter);
    if (fixed === undefined) {
      if (numberAt(digits, head) * 2 !== tail - at) return undefined;
      const end = endOfDynamic(digits, tail, parameter);
      if (end === undefined) return undefined;
      tail = end;
    }
    head += fixed ?? WORD_DIGITS;
  }
  return tail;
}

function endOfDynamic(digits: string, at: number, parameter: AbiParameter): number | undefined {
  const [, item, length] = ARRAY.exec(parameter.type) ?? [];
  if (item === undefined) {
    const parts = componentsOf(parameter);
    if (parts !== undefined) return endOfTuple(digits, { at, parameters: parts });
    const words = Math.ceil((numberAt(digits, at) * 2) / WORD_DIGITS);
    const end = at + (1 + words) * WORD_DIGITS;
    return end <= digits.length ? end : undefined;
  }
  const isCounted = length === '';
  const start = isCounted ? at + WORD_DIGITS : at;
  const count = isCounted ? numberAt(digits, at) : Number(length);
  // Each item has a word at least, so that what is longer than the data ends here.
  if (!(count * WORD_DIGITS <= digits.length - start)) return undefined;
  const one = { ...parameter, type: item };
  return endOfTuple(digits, { at: start, parameters: Array.from({ length: count }, () => one) });
}

/** How long a value is; undefined of one whose length is its own. */
function staticDigits(parameter: AbiParameter): number | undefined {
  const { type } = parameter;
  const [, item, length] = ARRAY.exec(type) ?? [];
  if (item !== undefined) {
    const one = length === '' ? undefined : staticDigits({ ...parameter, type: item });
    return one === undefined ? undefined : one * Number(length);
  }
  const parts = componentsOf(parameter);
  if (parts === undefined) return type === 'bytes' || type === 'string' ? undefined : WORD_DIGITS;
  return parts.reduce<number | undefined>((sum, part) => {
    const of = staticDigits(part);
    return sum === undefined || of === undefined ? undefined : sum + of;
  }, 0);
}

function componentsOf(parameter: AbiParameter): readonly AbiParameter[] | undefined {
  return 'components' in parameter ? parameter.components : undefined;
}

/** The number in a word; not a number behind the end. Above the length of any data its last digits do not matter. */
function numberAt(digits: string, at: number): number {
  const word = digits.slice(at, at + WORD_DIGITS);
  return word.length === WORD_DIGITS ? Number(`0x${word}`) : Number.NaN;
}
