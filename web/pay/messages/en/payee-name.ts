/** The English texts of the name that a payee has in ENS. */
export const payeeNameMessages = {
  ensName: 'ENS name',
  ensNote:
    'An ENS name is chosen by whoever owns the address it leads to. Nobody has checked who that is.',
} as const;
