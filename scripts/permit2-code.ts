import { readFileSync } from 'node:fs';
import { encodeAbiParameters, keccak256, parseAbiParameters, toHex } from 'viem';
import { z } from 'zod';
import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import type { Hex } from '#kit/hex.ts';
import { isHex } from '#kit/hex.ts';

/** Where its constructor wrote the chain id and the domain into the code, in bytes. */
const CHAIN_ID_AT = 6_945;
const DOMAIN_AT = 6_983;

const File = z.object({ code: z.string().refine(isHex) });
const DOMAIN_TYPE = 'EIP712Domain(string name,uint256 chainId,address verifyingContract)';

/** The published code of Permit2 as its constructor leaves it on a chain. */
export function permit2Code(chainId: number): Hex {
  const file = new URL('../sandbox/permit2.generated.json', import.meta.url);
  const { code } = File.parse(JSON.parse(readFileSync(file, 'utf8')));
  const domain = keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, bytes32, uint256, address'), [
      keccak256(toHex(DOMAIN_TYPE)),
      keccak256(toHex('Permit2')),
      BigInt(chainId),
      PERMIT2_ADDRESS,
    ]),
  );
  const id = toHex(chainId, { size: 32 });
  return withWord(withWord(code, CHAIN_ID_AT, id), DOMAIN_AT, domain);
}

function withWord(code: Hex, atByte: number, word: Hex): Hex {
  const at = 2 + 2 * atByte;
  return `0x${code.slice(2, at)}${word.slice(2)}${code.slice(at + 64)}`;
}
