import { createBase58check } from '@scure/base';
import fc from 'fast-check';
import { bytesToHex, checksumAddress, sha256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { NETWORKS, networkByChainId } from '#catalog/networks.ts';
import { Refusal } from '#kit/failure.ts';
import { binaryInteropAddress, formatDestinationId, parseDestinationId } from './destination-id.ts';

const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const ONES = '0x1111111111111111111111111111111111111111';
const EXAMPLE = `${ONES}@eip155:8453#34790435:${USDC_BASE}`;

function refusal(text: string): string {
  try {
    parseDestinationId(text);
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.message;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

const network = fc.constantFrom(...Object.values(NETWORKS).filter((row) => row.family === 'evm'));
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => checksumAddress(bytesToHex(bytes)));

/** The Tron spelling of twenty bytes. */
function tronAddress(address: string): string {
  const bytes = Buffer.from(`41${address.slice(2)}`, 'hex');
  return createBase58check((data) => sha256(data, 'bytes')).encode(bytes);
}

describe('the checksum', () => {
  // A different checksum would make destination IDs of other systems unreadable here.
  it.each([
    ['0x742d35Cc6634C0532925a3b844Bc454e4438f44e', 8453, 'B4FD67BB'],
    ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 1, '4CA88C9C'],
    ['0x742d35Cc6634C0532925a3b844Bc454e4438f44e', 1, 'F175680C'],
    ['0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7', 11155111, 'E636C26B'],
    [ONES, 8453, '34790435'],
  ])('of %s on chain %i is %s', (wallet, chainId, checksum) => {
    const { interopAddress } = parseDestinationId(`${wallet}@eip155:${chainId}:${USDC_BASE}`);
    expect(interopAddress).toBe(`${wallet}@eip155:${chainId}#${checksum}`);
  });

  it('is added when it is missing, and kept when it is right', () => {
    expect(parseDestinationId(EXAMPLE.replace('#34790435', '')).text).toBe(EXAMPLE);
    expect(parseDestinationId(EXAMPLE).text).toBe(EXAMPLE);
  });

  it('may be written in lower case', () => {
    const text = '0x742d35cc6634c0532925a3b844bc454e4438f44e@eip155:8453#b4fd67bb';
    expect(parseDestinationId(`${text}:${USDC_BASE}`).text).toContain('#B4FD67BB:');
  });

  it('is refused when it is wrong, and the right one is named', () => {
    const message = refusal(EXAMPLE.replace('#34790435', '#4CA88C9C'));
    expect(message).toContain('#4CA88C9C is wrong');
    expect(message).toContain('#34790435');
  });

  it('follows the binary form of ERC-7930', () => {
    expect(binaryInteropAddress(NETWORKS.base, ONES)).toBe(
      '0x00010000022105141111111111111111111111111111111111111111',
    );
  });
});

describe('a destination ID', () => {
  it('names wallet, network and token', () => {
    expect(parseDestinationId(EXAMPLE)).toEqual({
      text: EXAMPLE,
      interopAddress: `${ONES}@eip155:8453#34790435`,
      network: NETWORKS.base,
      walletAddress: ONES,
      tokenAddress: USDC_BASE,
    });
  });

  it('is read again as it was written, for any payee and chain', () => {
    fc.assert(
      fc.property(network, address, address, (row, walletAddress, tokenAddress) => {
        fc.pre(walletAddress !== tokenAddress);
        const written = formatDestinationId({ network: row, walletAddress, tokenAddress });
        expect(parseDestinationId(written.text)).toEqual(written);
      }),
    );
  });

  it('is the same in any spelling that carries no checksum of its own', () => {
    fc.assert(
      fc.property(network, address, address, (row, walletAddress, tokenAddress) => {
        fc.pre(walletAddress !== tokenAddress);
        const upper = `0x${walletAddress.slice(2).toUpperCase()}`;
        const text = `${upper}@eip155:${row.chainId}:${tokenAddress.toLowerCase()}`;
        const expected = formatDestinationId({ network: row, walletAddress, tokenAddress });
        expect(parseDestinationId(text)).toEqual(expected);
      }),
    );
  });

  it('with any one digit of its wallet changed is refused', () => {
    const digit = fc.constantFrom(...'0123456789abcdef');
    fc.assert(
      fc.property(address, fc.nat(39), digit, (wallet, at, replacement) => {
        const lower = wallet.toLowerCase();
        fc.pre(lower[at + 2] !== replacement);
        const { text } = parseDestinationId(`${lower}@eip155:1:${USDC_BASE}`);
        const typo = lower.slice(0, at + 2) + replacement + lower.slice(at + 3);
        fc.pre(Number(typo) !== 0);
        expect(refusal(text.replace(wallet, typo))).toContain('checksum');
      }),
    );
  });

  it('with any one character changed, added or lost is refused or says the same', () => {
    const character = fc.oneof(fc.constantFrom(...'0123456789abcdefABCDEFxT@:#'), fc.string());
    const edit = fc.record({ at: fc.nat(), put: character, lost: fc.constantFrom(0, 1) });
    const written = fc.oneof(
      fc
        .tuple(network, address)
        .map(([row, walletAddress]) => ({ network: row, walletAddress, tokenAddress: USDC_BASE })),
      address.map((wallet) => ({
        network: NETWORKS.tron,
        walletAddress: tronAddress(wallet),
        tokenAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      })),
    );
    const payer = ({ interopAddress, network }: ReturnType<typeof parseDestinationId>) =>
      `${network.id} ${interopAddress}`;
    fc.assert(
      fc.property(written, edit, (parts, { at, put, lost }) => {
        fc.pre(parts.walletAddress !== parts.tokenAddress);
        const whole = formatDestinationId(parts);
        // Of the token's digits only those of a mixed spelling carry a checksum of their own.
        const position = at % whole.interopAddress.length;
        const typo = whole.text.slice(0, position) + put + whole.text.slice(position + lost);
        try {
          expect(payer(parseDestinationId(typo))).toBe(payer(whole));
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('never makes the reader fail in another way than by refusing', () => {
    const fragment = fc.constantFrom(
      ONES,
      '@',
      'eip155',
      ':',
      '8453',
      '#',
      '34790435',
      USDC_BASE,
      '',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(fragment, { maxLength: 9 }).map((fragments) => fragments.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(parseDestinationId(text).text).toContain('@eip155:');
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('what is refused', () => {
  it.each([
    ['an empty text', '', 'it must be a wallet, its chain and a token'],
    ['a bare address', ONES, 'it must be a wallet, its chain and a token'],
    ['a missing token', `${ONES}@eip155:8453#34790435`, 'it must be a wallet'],
    ['another namespace', EXAMPLE.replace('eip155', 'solana'), 'it must be a wallet'],
    ['a chain id with a leading zero', EXAMPLE.replace('8453', '08453'), 'it must be a wallet'],
    ['a short checksum', EXAMPLE.replace('34790435', '3479'), 'it must be a wallet'],
    ['space around it', ` ${EXAMPLE}`, 'the wallet must be 0x and 40 hexadecimal digits'],
    ['an unknown chain', EXAMPLE.replace('8453', '8454'), 'chain 8454 is not supported'],
    ['a giant chain id', EXAMPLE.replace('8453', '9'.repeat(16)), 'is not supported'],
    ['a short wallet', EXAMPLE.replace(ONES, '0x1234'), 'the wallet must be 0x'],
    ['the zero address', EXAMPLE.replace(ONES, `0x${'0'.repeat(40)}`), 'the zero address'],
    ['a wrong EIP-55 token', EXAMPLE.replace('fCD6', 'fcD6'), `the right spelling is ${USDC_BASE}`],
    ['the token as its own payee', `${USDC_BASE}@eip155:8453:${USDC_BASE}`, 'lost'],
    ['a text of a megabyte', EXAMPLE + 'a'.repeat(1_000_000), 'it must be a wallet'],
  ])('%s', (_, text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it('is reported with the name of the field', () => {
    expect(() => parseDestinationId('x', 'requests[0].destinationId')).toThrow(
      expect.objectContaining({
        errors: [{ field: 'requests[0].destinationId', message: expect.any(String) }],
      }),
    );
  });
});

describe('on Tron', () => {
  const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const USDC = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
  const TEXT = `${USDC}@eip155:728126428:${USDT}`;

  it('addresses are Base58, and the checksum covers their twenty bytes', () => {
    const parsed = parseDestinationId(TEXT);
    expect(parsed.network).toBe(networkByChainId(728_126_428));
    expect(parsed.walletAddress).toBe(USDC);
    expect(parsed.tokenAddress).toBe(USDT);
    expect(binaryInteropAddress(parsed.network, USDC)).toMatch(
      /^0x00010000042b6653dc14[0-9a-f]{40}$/,
    );
    expect(parseDestinationId(parsed.text)).toEqual(parsed);
  });

  it('is read again as it was written, for any payee', () => {
    fc.assert(
      fc.property(address, (wallet) => {
        const walletAddress = tronAddress(wallet);
        const written = formatDestinationId({
          network: NETWORKS.tron,
          walletAddress,
          tokenAddress: USDT,
        });
        expect(written.walletAddress).toBe(walletAddress);
        expect(parseDestinationId(written.text)).toEqual(written);
        expect(parseDestinationId(written.text.replace(/#[0-9A-F]{8}/, ''))).toEqual(written);
      }),
    );
  });

  it('the fee proxy has the twenty bytes that the published hexadecimal form names', () => {
    const proxy = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd';
    expect(binaryInteropAddress(NETWORKS.tron, proxy)).toContain(
      '1b6ca35d39842cf8fbe49000653a1505412da659',
    );
  });

  it.each([
    [
      'a wrong Base58 checksum',
      TEXT.replace('rdz8', 'rdz9'),
      'has a wrong checksum: a character of it is mistyped',
    ],
    ['the 41 form', TEXT.replace(USDC, `41${'11'.repeat(20)}`), 'the Base58 form'],
    ['the 0x form', TEXT.replace(USDC, ONES), 'the Base58 form'],
    [
      'a Bitcoin address',
      TEXT.replace(USDC, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'),
      'starts with T',
    ],
  ])('%s is refused', (_, text, message) => {
    expect(refusal(text)).toContain(message);
  });

  it('an address is refused on an EVM chain', () => {
    expect(refusal(EXAMPLE.replace(ONES, USDC))).toContain('0x and 40 hexadecimal digits');
  });
});
