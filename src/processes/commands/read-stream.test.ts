import { expect, it } from 'vitest';
import { readStream, type StreamBlock } from './read-stream.ts';

async function blocksOf(...chunks: readonly string[]): Promise<StreamBlock[]> {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const blocks: StreamBlock[] = [];
  for await (const block of readStream(ReadableStream.from(bytes))) blocks.push(block);
  return blocks;
}

it('reads blocks however they are cut', async () => {
  const text = 'retry: 1000\n\nid: a\ndata: {"x":"ü"}\n\n: still here\nid: b\n\nid: c\ndata: 1\n\n';
  const expected = [
    { id: undefined, data: undefined },
    { id: 'a', data: '{"x":"ü"}' },
    { id: 'b', data: undefined },
    { id: 'c', data: '1' },
  ];
  expect(await blocksOf(text)).toEqual(expected);
  expect(await blocksOf(...text)).toEqual(expected);
});

it('leaves out a block that was cut off', async () => {
  expect(await blocksOf('id: a\ndata: 1\n\nid: b\nda')).toEqual([{ id: 'a', data: '1' }]);
});
