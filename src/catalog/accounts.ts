/**
 * The contracts of Safe by version, at the addresses that `@safe-global/safe-deployments` 1.37.63 names for every EVM network of the
 * catalog. Version 1.3.0 was deployed in two ways, so that each of its contracts stands at two addresses.
 */
interface SafeVersion {
  readonly version: string;
  /** Makes several calls, or none: each with the rights of the Safe that delegates to it. */
  readonly multiSendCallOnly: readonly string[];
}

/** The published versions that an account may run, oldest first. */
export const SAFE_VERSIONS: readonly SafeVersion[] = [
  {
    version: '1.3.0',
    multiSendCallOnly: [
      '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
      '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
    ],
  },
  {
    version: '1.4.1',
    multiSendCallOnly: ['0x9641d764fc13c8B624c04430C7356C1C7C8102e2'],
  },
  {
    version: '1.5.0',
    multiSendCallOnly: ['0xA83c336B20401Af773B6219BA5027174338D1836'],
  },
];

/** Through which several calls of a Safe are made; Safes of all versions can delegate to it. */
export const MULTI_SEND_CALL_ONLY = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2';
