import { type BlockContents, NO_HASH, PRODUCER_ADDRESSES } from './block.ts';

/** What is kept of a block without transactions; the rest of it follows from these and its parent's id. */
type BlockRecord = Pick<BlockContents, 'id' | 'timestampMs' | 'producer'>;

const ID_BYTES = 32;
const TIME_BYTES = 8;
/** Each block takes this much of memory and file, so that a day of blocks a second apart takes 3.5 MB. */
export const RECORD_BYTES = ID_BYTES + TIME_BYTES + 1;
const CAPACITY_MIN = 1_024;

/** All blocks of the chain by height, one after the other. */
export class BlockRecords {
  #bytes: Buffer;
  #length: number;

  /** The records in these bytes; a last one that is not whole is dropped. */
  constructor(bytes: Buffer) {
    this.#length = Math.floor(bytes.length / RECORD_BYTES);
    this.#bytes = Buffer.alloc(Math.max(this.#length, CAPACITY_MIN) * RECORD_BYTES);
    bytes.copy(this.#bytes, 0, 0, this.#length * RECORD_BYTES);
  }

  get length(): number {
    return this.#length;
  }

  idAt(number: number): string | undefined {
    if (number < 0 || number >= this.#length) return undefined;
    const at = number * RECORD_BYTES;
    return this.#bytes.toString('hex', at, at + ID_BYTES);
  }

  /** The block of a height as one without transactions. */
  at(number: number): BlockContents | undefined {
    const id = this.idAt(number);
    if (id === undefined) return undefined;
    const timeAt = number * RECORD_BYTES + ID_BYTES;
    return {
      id,
      number,
      timestampMs: Number(this.#bytes.readBigUInt64BE(timeAt)),
      parentId: this.idAt(number - 1) ?? NO_HASH,
      txTrieRoot: NO_HASH,
      producer: PRODUCER_ADDRESSES[this.#bytes.readUInt8(timeAt + TIME_BYTES) - 1] ?? '',
      transactions: [],
    };
  }

  push(block: BlockRecord): void {
    if ((this.#length + 1) * RECORD_BYTES > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    }
    writeRecord(block).copy(this.#bytes, this.#length * RECORD_BYTES);
    this.#length += 1;
  }

  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }
}

/** The bytes of a record. */
export function writeRecord({ id, timestampMs, producer }: BlockRecord): Buffer {
  const record = Buffer.alloc(RECORD_BYTES);
  record.write(id, 0, 'hex');
  record.writeBigUInt64BE(BigInt(timestampMs), ID_BYTES);
  record.writeUInt8(PRODUCER_ADDRESSES.indexOf(producer) + 1, ID_BYTES + TIME_BYTES);
  return record;
}
