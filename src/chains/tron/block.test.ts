import { describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { NodeFailure } from '../nodes/failure.ts';
import { readBlock, readHeader } from './block.ts';

interface RawHeader {
  readonly number: number;
  readonly timestamp: number;
  readonly txTrieRoot: string;
  readonly parentHash: string;
  readonly witness_address: string;
  readonly version: number;
}

/** A block of the public network of June 2024, as a hosted node returned its header. */
const PUBLIC_ID = '0000000003b6b891043be54ac0ae1ef579fad5e6e1732cb0ac4237a873b8453e';
const PUBLIC_HEADER: RawHeader = {
  number: 62_306_449,
  txTrieRoot: '7cb6ddff8ada79c91baf6667cc8ead757b39205a8dc8ae097298dbb0587bddb7',
  witness_address: '4114f2c09d3de3fe82a71960da65d4935a30b24e1f',
  parentHash: '0000000003b6b890d8e1d886520dcad1820f4313a435ad593a80c549ea883054',
  version: 30,
  timestamp: 1_717_563_117_000,
};
/** A block of the Nile test network of April 2026. */
const NILE_ID = '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e';
const NILE_HEADER: RawHeader = {
  number: 66_987_565,
  txTrieRoot: 'faf8fe3858339ead25cc892461c82a59b84dca4a51c45b026676bf3f45a352a2',
  witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba',
  parentHash: '0000000003fe262c85cd6b02033f4c3e5c1efa35de256a17bd906dc61fb1aeed',
  version: 34,
  timestamp: 1_777_445_121_000,
};

const answerOf = (blockID: string, raw: Partial<RawHeader>) => ({
  blockID,
  block_header: { raw_data: raw, witness_signature: '00' },
});

const network = NETWORKS.tron;

describe('the header of a block', () => {
  it('is refused where its time is none that can be stored', () => {
    const raw = { ...PUBLIC_HEADER, timestamp: 8_640_000_000_000_001 };
    const unhashed = { ...network, hashedFrom: undefined };
    const read = () => readHeader(answerOf(PUBLIC_ID, raw), { network: unhashed });
    expect(read).toThrow(NodeFailure);
  });

  it.each([
    ['the public network', PUBLIC_ID, PUBLIC_HEADER],
    ['a test network', NILE_ID, NILE_HEADER],
  ])('of %s has the id of its own fields', (_name, id, raw) => {
    expect(readHeader(answerOf(id, raw), { network, wanted: BigInt(raw.number) })).toEqual({
      number: BigInt(raw.number),
      hash: `0x${id}`,
      parentHash: `0x${raw.parentHash}`,
      time: new Date(raw.timestamp),
      timestampMs: raw.timestamp,
      treeRoot: raw.txTrieRoot,
    });
  });

  it.each(Object.keys(PUBLIC_HEADER))('with another %s is refused', (name) => {
    const other = name === 'witness_address' || name.length > 9 ? `${'0'.repeat(64)}` : 1;
    const raw = { ...PUBLIC_HEADER, [name]: name === 'witness_address' ? '41' : other };
    expect(() => readHeader(answerOf(PUBLIC_ID, raw), { network })).toThrow(NodeFailure);
  });

  it('with another field is taken where the operator says that headers are not hashed', () => {
    const raw = { ...PUBLIC_HEADER, version: 31 };
    const unhashed = { ...network, hashedFrom: undefined };
    expect(readHeader(answerOf(PUBLIC_ID, raw), { network: unhashed })?.number).toBe(62_306_449n);
  });

  it('of another number than the requested one is refused', () => {
    expect(() =>
      readHeader(answerOf(PUBLIC_ID, PUBLIC_HEADER), { network, wanted: 62_306_448n }),
    ).toThrow('returned block 62306449 instead of 62306448');
  });

  it.each([[[]], ['text'], [{ blockID: PUBLIC_ID }], [{ Error: 'no' }], [null]])(
    'is refused where %j is returned',
    (answer) => {
      expect(() => readHeader(answer, { network })).toThrow(NodeFailure);
    },
  );

  it('is undefined where a node has no such block', () => {
    expect(readHeader({}, { network })).toBeUndefined();
    expect(readBlock({}, { network, wanted: 5n })).toBeUndefined();
  });
});

describe('the transactions of a block', () => {
  it('are not proven where the header commits to some and none is returned', () => {
    const answer = answerOf(PUBLIC_ID, PUBLIC_HEADER);
    expect(readBlock(answer, { network, wanted: 62_306_449n })).toMatchObject({
      transactions: [],
      isProven: false,
    });
  });
});
