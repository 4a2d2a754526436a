import { OperationRefused } from '../bundler.ts';

/** The reasons of ERC-4337 and ERC-7769, by the number of the error. */
const WORDS: Readonly<Record<number, string>> = {
  [-32_500]: 'The account or its factory did not accept the operation',
  [-32_501]: 'The paymaster did not accept the operation',
  [-32_502]: 'The account does something that bundlers do not allow while an operation is checked',
  [-32_503]: 'The operation is not valid at this time',
  [-32_504]: 'The bundler sends nothing of this account, factory or paymaster at present',
  [-32_505]: 'The account, its factory or the paymaster has too little stake',
  [-32_506]: 'The bundler does not send operations with the aggregator of this account',
  [-32_507]: 'The signature of the account or of the paymaster is wrong',
  [-32_508]: 'The paymaster cannot pay for this operation and those that wait',
  [-32_521]: 'The calls of the operation would fail',
  [-32_602]: 'The bundler cannot use a value of the operation',
};

/** What a service wants from its customer, which is the operator: too many calls, an unknown key, an empty account. */
const OPERATORS: ReadonlySet<number> = new Set([
  -32_001, -32_004, -32_005, -32_029, -32_601, -32_603,
]);
const NOT_SPONSORED = 'The paymaster does not pay for this operation';

/** EntryPoint's own reason, such as `AA21 didn't pay prefund`, which services repeat. */
const REASON = /\bAA\d\d [\w'/ -]{1,60}/;

/** The refusal that an error means; undefined for one that says nothing of the operation. */
export function refusalOf(
  { code, message }: { readonly code: number; readonly message: string },
  about: 'operation' | 'sponsorship',
): OperationRefused | undefined {
  const words =
    WORDS[code] ?? (about === 'sponsorship' && !OPERATORS.has(code) ? NOT_SPONSORED : undefined);
  if (words === undefined) return undefined;
  const reason = REASON.exec(message)?.[0].trim();
  const known = WORDS[code] === undefined ? -32_501 : code;
  return new OperationRefused(known, reason === undefined ? words : `${words}: ${reason}`);
}
