import { decode, readEach } from '../calldata.ts';

/** One payment of a call of the batch contract. */
interface TronBatchItem {
  readonly payee: string;
  readonly amountUnits: bigint;
  /** Eight bytes as `0x` and hex. */
  readonly reference: string;
  /** What the contract sends to the one receiver of fees with it. */
  readonly feeUnits: bigint;
}

/** The arguments of a call of Tron's batch contract, addresses as `0x` and hex. */
export interface TronBatchCall {
  readonly token: string;
  readonly items: readonly TronBatchItem[];
  readonly feeAddress: string;
}

/** `batchERC20PaymentsWithReference(address,address[],uint256[],bytes[],uint256[],address)`. */
const PAY_SELECTOR = 'c6e6d98b';

/** Reads a call of Tron's batch contract, as strictly as all calls. */
export function decodeTronBatch(data: string): TronBatchCall | undefined {
  return decode(data, PAY_SELECTOR, (reader) => {
    const token = reader.address();
    const starts = Array.from({ length: 4 }, () => reader.number());
    const feeAddress = reader.address();
    const begin = () => reader.mustBe(starts.shift(), reader.here());
    const numbers = () => Array.from({ length: reader.count() }, () => reader.number());
    begin();
    const payees = reader.addresses();
    begin();
    const amounts = numbers();
    begin();
    const references: string[] = [];
    readEach(reader, () => references.push(reader.reference()));
    begin();
    const fees = numbers();
    const lengths = new Set([payees, amounts, references, fees].map(({ length }) => length));
    reader.mustBe(lengths.size, 1);
    const items = payees.map((payee, at) => ({
      payee,
      amountUnits: amounts[at] ?? 0n,
      reference: references[at] ?? '',
      feeUnits: fees[at] ?? 0n,
    }));
    return { token, items, feeAddress };
  });
}
