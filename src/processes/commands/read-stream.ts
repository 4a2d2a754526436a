/** One block of a stream of server-sent events. */
export interface StreamBlock {
  /** Where the stream continues after it. */
  readonly id: string | undefined;
  /** What happened; undefined where a block only says where the stream is. */
  readonly data: string | undefined;
}

/** The blocks of a stream, until it ends. */
export async function* readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<StreamBlock> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield blockOf(block);
  }
}

function blockOf(block: string): StreamBlock {
  const lines = block.split('\n');
  const textOf = (field: string) =>
    lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
  return { id: textOf('id'), data: textOf('data') };
}
