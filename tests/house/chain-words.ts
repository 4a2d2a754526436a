/** A word of one family of chains, which modules do without: they know the chain port. */
interface ChainWord {
  readonly word: RegExp;
  /** What is taken out of a line before the word is searched: names that the specification gives. */
  readonly except?: RegExp;
}

const WORDS: readonly ChainWord[] = [
  { word: /from '(viem|ox|tronweb|@tronweb3)\b/ },
  { word: /\beth_[a-z]|\bJSON-RPC\b/i },
  { word: /topic/i },
  {
    word: /gas(?![a-z])|\bsun\b/i,
    except:
      /\b(hasEnoughGas|hasEnoughApprovalGas|paymentGasFee|totalGasFee)\b|z\.enum\(\['gas', 'platform'/g,
  },
  { word: /\b(energy|bandwidth)\b/i },
  { word: /\babi\b|Abi\b/ },
  { word: /\beip155\b/ },
  { word: /0x/ },
];

/** Files that describe or show the wire, where the specification's samples and forms are written out. */
const WIRE = /\/http\/|-(shapes?|payloads?)\.ts$/;

/** Other files that name such a word, and why. */
export const EXPLAINED: Readonly<Record<string, string>> = {
  'src/modules/calldata/wire-transaction.ts':
    'writes the value of a transaction in the two forms of the specification',
  'src/modules/checkout/model/payment-view.ts': 'the masked address of the specification',
  'src/modules/checkout/model/user-event-properties.ts':
    'keeps every form of an address out of analytics',
  'src/modules/clients/model/fee-terms.ts': 'the words of a refusal name both forms of an address',
  'src/modules/destinations/look-up-payout-destination.ts':
    'the words of a refusal name both forms of an address',
  'src/modules/destinations/model/destination-id.ts':
    'destination ids of all families are written with eip155, Tron included',
  'src/modules/destinations/model/payable-token.ts':
    'names one contract that must never be taken for another',
  'src/modules/recurring-payouts/model/wire.ts':
    'writes the value of an approval, which sends no coins, as the public API does',
  'src/modules/events/model/wire-address.ts':
    'the specification writes addresses of some events in lower case',
  'src/modules/fees/model/fee-bundle.ts': 'a sample of the specification',
  'src/modules/identity/create-wallet-challenge.ts':
    'the words of a refusal name both forms of an address',
  'src/modules/identity/verify-wallet-challenge.ts':
    'signatures are accepted with the prefix and without',
  'src/modules/payee-names/model/shown-name.ts':
    'a name that reads like an address is not shown beside one',
  'src/modules/requests/list-payments.ts':
    'references are searched for with the prefix and without',
  'src/modules/requests/model/payment-query.ts': 'the words of a refusal say how a hash is written',
  'src/modules/requests/model/payment-reference.ts':
    'the specification writes references with the prefix, on all networks',
  'src/modules/settlement/store/stored-payments.ts': 'reads hashes out of the payloads of events',
};

const COMMENT = /^\s*(\/\*\*|\*|\/\/)/;

/** The lines of a module's file that speak of one family of chains without an explanation. */
export function chainWordsIn(path: string, text: string): string[] {
  if (path in EXPLAINED) return [];
  return text.split('\n').flatMap((line, i) => {
    if (COMMENT.test(line)) return [];
    const named = WORDS.some(({ word, except }) => {
      if (word.source === '0x' && WIRE.test(path)) return false;
      return word.test(except === undefined ? line : line.replace(except, ''));
    });
    return named ? [`${path}:${i + 1} ${line.trim()}`] : [];
  });
}
