import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_AND_CLASS_BYTES = 4;
const TYPE_A = 1;
const TYPE_TXT = 16;

/** The addresses of a name, in whole bytes: four of them, or sixteen; undefined is silence. */
type Zone = (name: string) => readonly (readonly number[])[] | undefined;

/** The TXT records of a name, each in its chunks of at most 255 characters. */
type TextZone = (name: string) => readonly (readonly string[])[];

/** A name server on this machine, which answers over UDP with a time to live of nothing. */
interface NameServer extends AsyncDisposable {
  /** `address:port`. */
  readonly address: string;
}

/** Starts a name server that says of each name what the zone says at that moment. */
export async function startNameServer(zone: Zone, texts: TextZone = () => []): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const answer = answerTo(question, zone, texts);
    if (answer !== undefined) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function answerTo(message: Buffer, zone: Zone, texts: TextZone): Buffer | undefined {
  const { name, end } = readName(message);
  const type = message.readUInt16BE(end);
  const found = type === TYPE_TXT ? texts(name).map(chunked) : addressesOf(zone(name), type);
  if (found === undefined) return undefined;
  const header = Buffer.from(message.subarray(0, HEADER_BYTES));
  // An answer, without an error, to one question; counts of answers, authorities and extras.
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  const question = message.subarray(HEADER_BYTES, end + TYPE_AND_CLASS_BYTES);
  const typeAndClass = message.subarray(end, end + TYPE_AND_CLASS_BYTES);
  const rows = found.map((data) =>
    // Its name is the question's, at byte 12; then four bytes of life and two of length.
    Buffer.concat([
      Buffer.from([0xc0, HEADER_BYTES]),
      typeAndClass,
      Buffer.from([0, 0, 0, 0, data.length >> 8, data.length & 0xff]),
      Buffer.from(data),
    ]),
  );
  return Buffer.concat([header, question, ...rows]);
}

const addressesOf = (addresses: ReturnType<Zone>, type: number) =>
  addresses?.filter((address) => address.length === (type === TYPE_A ? 4 : 16));

/** Each chunk behind its length. */
const chunked = (chunks: readonly string[]) =>
  chunks.flatMap((chunk) => [chunk.length, ...Buffer.from(chunk, 'latin1')]);

function readName(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}
