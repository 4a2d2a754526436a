import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const TYPE_AND_CLASS_BYTES = 4;
const TYPE_A = 1;

/** The addresses of a name, in whole bytes: four of them, or sixteen; undefined is silence. */
type Zone = (name: string) => readonly (readonly number[])[] | undefined;

/** A name server on this machine, which answers over UDP with a time to live of nothing. */
interface NameServer extends AsyncDisposable {
  /** `address:port`. */
  readonly address: string;
}

/** Starts a name server that says of each name what the zone says at that moment. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const answer = answerTo(question, zone);
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

function answerTo(message: Buffer, zone: Zone): Buffer | undefined {
  const { name, end } = readName(message);
  const bytes = message.readUInt16BE(end) === TYPE_A ? 4 : 16;
  const found = zone(name)?.filter((address) => address.length === bytes);
  if (found === undefined) return undefined;
  const header = Buffer.from(message.subarray(0, HEADER_BYTES));
  // An answer, without an error, to one question; counts of answers, authorities and extras.
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  const question = message.subarray(HEADER_BYTES, end + TYPE_AND_CLASS_BYTES);
  const typeAndClass = message.subarray(end, end + TYPE_AND_CLASS_BYTES);
  const rows = found.map((address) =>
    // Its name is the question's, at byte 12; then four bytes of life and two of length.
    Buffer.concat([
      Buffer.from([0xc0, HEADER_BYTES]),
      typeAndClass,
      Buffer.from([0, 0, 0, 0, 0, bytes]),
      Buffer.from(address),
    ]),
  );
  return Buffer.concat([header, question, ...rows]);
}

function readName(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}
