/** An error of JSON-RPC, numbered as ERC-7769 numbers reasons. */
export class RpcFailure extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcFailure';
    this.code = code;
  }
}

/** What EntryPoint found wrong, by the beginning of its reason; the first that fits. */
const CODES: readonly (readonly [reason: string, code: number])[] = [
  ['AA24', -32_507],
  ['AA34', -32_507],
  ['AA22', -32_503],
  ['AA32', -32_503],
  ['AA31', -32_508],
  ['AA3', -32_501],
];
const OTHERS = -32_500;

/** The error that a reason of EntryPoint is. */
export function failureOfReason(reason: string): RpcFailure {
  const [, code = OTHERS] = CODES.find(([beginning]) => reason.startsWith(beginning)) ?? [];
  return new RpcFailure(code, reason);
}
