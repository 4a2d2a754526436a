import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a page and its authenticator say of a ceremony; a test makes them lie by naming others. */
export interface PasskeyPlace {
  readonly origin?: string;
  readonly rpId?: string;
}

/** A passkey with a P-256 key that signs whatever it is handed, as browsers and devices do together. */
export interface SoftwarePasskey {
  readonly id: string;
  /** The answer of `navigator.credentials.create()`. */
  create(challenge: string, place?: PasskeyPlace): object;
  /** The answer of `navigator.credentials.get()`, with a count of signatures. */
  sign(challenge: string, parts?: PasskeyPlace & { readonly counter?: number }): object;
}

const ORIGIN = 'http://localhost:8083';
const RP_ID = 'localhost';
const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

/** Makes a passkey that nobody has. */
export function softwarePasskey(): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  // ES256 in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  return {
    id,
    create: (challenge, { origin = ORIGIN, rpId = RP_ID } = {}) => {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey,
      ]);
      const authData = Buffer.concat([
        authenticatorData({ rpId, flags: USER_PRESENT | HAS_CREDENTIAL, counter: 0 }),
        attested,
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      const response = {
        clientDataJSON: clientData({ type: 'webauthn.create', challenge, origin }),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      };
      return { ...credential, response };
    },
    sign: (challenge, { origin = ORIGIN, rpId = RP_ID, counter = 0 } = {}) => {
      const authData = authenticatorData({ rpId, flags: USER_PRESENT, counter });
      const clientDataJSON = clientData({ type: 'webauthn.get', challenge, origin });
      const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      const response = {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: null,
      };
      return { ...credential, response };
    },
  };
}

function clientData(data: object): string {
  return Buffer.from(JSON.stringify({ ...data, crossOrigin: false })).toString('base64url');
}

function authenticatorData(parts: {
  readonly rpId: string;
  readonly flags: number;
  readonly counter: number;
}): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(parts.flags, 0);
  rest.writeUInt32BE(parts.counter, 1);
  return Buffer.concat([sha256(Buffer.from(parts.rpId)), rest]);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** A text shorter than 24 bytes. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}
