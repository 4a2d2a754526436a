import type { SAFE_PROXIES } from './safe-proxies.generated.ts';

/** The contracts of one deployment of Safe, by their published names. */
interface SafeDeployment {
  readonly version: keyof typeof SAFE_PROXIES;
  /** What the proxies run: the first without events of its own for each transaction, the other with them. */
  readonly safe: string;
  readonly safeL2: string;
  readonly factory: string;
  readonly fallbackHandler: string;
  /** Makes several calls or none, each as the Safe that delegates to it. */
  readonly multiSendCallOnly: string;
  /** Lets a new Safe on other networks than Ethereum run the second; undefined where the version has none. */
  readonly safeToL2Setup: string | undefined;
}

/**
 * Where Safe stands on each EVM network of the catalog, as `@safe-global/safe-deployments` 1.37.63 names it. Version 1.3.0 was deployed in two
 * ways. Older versions are left out: what their owners sign names no chain id.
 */
export const SAFE_DEPLOYMENTS: readonly SafeDeployment[] = [
  {
    version: '1.3.0',
    safe: '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552',
    safeL2: '0x3E5c63644E683549055b9Be8653de26E0B4CD36E',
    factory: '0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2',
    fallbackHandler: '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4',
    multiSendCallOnly: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
    safeToL2Setup: undefined,
  },
  {
    version: '1.3.0',
    safe: '0x69f4D1788e39c87893C980c06EdF4b7f686e2938',
    safeL2: '0xfb1bffC9d739B8D520DaF37dF666da4C687191EA',
    factory: '0xC22834581EbC8527d974F8a1c97E1bEA4EF910BC',
    fallbackHandler: '0x017062a1dE2FE6b99BE3d9d37841FeD19F573804',
    multiSendCallOnly: '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
    safeToL2Setup: undefined,
  },
  {
    version: '1.4.1',
    safe: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
    safeL2: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
    factory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
    fallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
    multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    safeToL2Setup: '0xBD89A1CE4DDe368FFAB0eC35506eEcE0b1fFdc54',
  },
  {
    version: '1.5.0',
    safe: '0xFf51A5898e281Db6DfC7855790607438dF2ca44b',
    safeL2: '0xEdd160fEBBD92E350D4D398fb636302fccd67C7e',
    factory: '0x14F2982D601c9458F93bd70B218933A6f8165e7b',
    fallbackHandler: '0x3EfCBb83A4A7AfcB4F68D501E2c2203a38be77f4',
    multiSendCallOnly: '0xA83c336B20401Af773B6219BA5027174338D1836',
    safeToL2Setup: '0x900C7589200010D6C6eCaaE5B06EBe653bc2D82a',
  },
];

/** Through which several calls of a Safe are made; Safes of all versions can delegate to it. */
export const MULTI_SEND_CALL_ONLY = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2';

/** The published code of an account that a key runs by EIP-7702, to make several calls at once; at this address on the networks that have it. */
export const SIMPLE_7702_ACCOUNT = '0xe6Cae83BdE06E4c305530e199D7217f42808555B';

/** Where the contract stands that executes the operations of smart accounts (ERC-4337), by version. */
export const ENTRY_POINTS = {
  '0.7': '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0.8': '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
} as const;
