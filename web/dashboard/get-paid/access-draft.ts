import type { components } from '../../api/schema.generated.d.ts';

type AccessPolicy = components['schemas']['PaymentAccessPolicy'];

/** Who may pay a new link, and what is shown before, as it is chosen in the form. */
export interface AccessDraft {
  readonly payers: 'anybody' | 'listed';
  /** The wallets of the list, however they are separated. */
  readonly wallets: string;
  /** As the destination says, nobody, or a vendor. */
  readonly screening: 'inherit' | 'off' | NonNullable<AccessPolicy['screeningProvider']>;
  readonly shown: 'inherit' | 'all' | 'masked' | 'hidden';
}

/** Everything as the destination says. */
export const AS_DESTINATION: AccessDraft = {
  payers: 'anybody',
  wallets: '',
  screening: 'inherit',
  shown: 'inherit',
};

/** The wallets of a list: one a line, or separated by spaces, commas or semicolons; each once. */
export function readWallets(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))];
}

/** Whether somebody chose a list and wrote none: sent as it is, the API would let everybody pay. */
export function isListMissing({ payers, wallets }: AccessDraft): boolean {
  return payers === 'listed' && readWallets(wallets).length === 0;
}

const SHOWN: Readonly<
  Record<AccessDraft['shown'], Pick<AccessPolicy, 'hideUntilApproved' | 'hidePayeeAddress'>>
> = {
  inherit: {},
  all: { hideUntilApproved: false, hidePayeeAddress: false },
  masked: { hideUntilApproved: false, hidePayeeAddress: true },
  hidden: { hideUntilApproved: true, hidePayeeAddress: true },
};

/** A draft as the API takes it; undefined where everything is as the destination says. */
export function accessPolicyOf(draft: AccessDraft): AccessPolicy | undefined {
  const { payers, wallets, screening, shown } = draft;
  const policy: AccessPolicy = {
    ...(screening === 'off' && { mode: 'off' }),
    ...(screening !== 'off' &&
      screening !== 'inherit' && { mode: 'kyt_all_wallets', screeningProvider: screening }),
    ...SHOWN[shown],
    ...(payers === 'listed' && { allowedPayerAddresses: [...readWallets(wallets)] }),
  };
  return Object.keys(policy).length === 0 ? undefined : policy;
}

/** The list, or one wallet of it by its place. */
const LIST_FIELD = /^accessPolicy\.allowedPayerAddresses(?:\[(\d+)\])?$/;

/** What the API says of the list, with the wallet that it is about in place of its name in the body. */
export function listProblems(
  fields: ReadonlyMap<string, string>,
  wallets: string,
): readonly string[] {
  const listed = readWallets(wallets);
  return [...fields].flatMap(([field, message]) => {
    const found = LIST_FIELD.exec(field);
    if (found === null) return [];
    const wallet = found[1] === undefined ? undefined : listed[Number(found[1])];
    return [wallet === undefined ? message : message.replace(field, () => wallet)];
  });
}
