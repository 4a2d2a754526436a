/** The English texts of the frame around all pages, and of parts that several pages have. */
export const messages = {
  product: 'Florin',
  testBanner: 'Test mode: no real money moves here',
  testBannerName: 'Test mode',
  loading: 'Loading',
  skip: 'Skip to the page',
  menu: { open: 'Open the menu', close: 'Close the menu', title: 'Menu' },
  navigation: 'Pages',
  pages: {
    home: 'Home',
    getPaid: 'Get paid',
    webhooks: 'Webhooks',
    keys: 'Client IDs and keys',
    destination: 'Destination',
    audit: 'Audit log',
    sessions: 'Sessions',
  },
  scheme: {
    label: 'Colours',
    options: [
      ['system', 'As the system'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
  copy: { done: 'Copied', what: (what: string) => `Copy ${what}` },
  failure: {
    title: 'This could not be shown',
    broken: 'The dashboard made a mistake. Load the page again; nothing was changed by it.',
    retry: 'Try again',
    reload: 'Load the page again',
    support: 'For support, quote',
  },
  notFound: {
    title: 'No such page',
    text: 'Nothing is at this address. It may have been mistyped, or the page is not built yet.',
    home: 'Go to Home',
  },
  session: {
    signOut: 'Sign out',
    signedInAs: 'Signed in as',
    roles: { owner: 'Owner', developer: 'Developer', finance: 'Finance', viewer: 'Viewer' },
    ending: (left: string) => `You will be signed out in ${left}.`,
    stay: 'Stay signed in',
    over: 'Your session has ended',
    overText:
      'Sign in again to go on. What you typed on the page is kept while this window is open.',
    outOfReach: 'We could not reach the service to sign you out. Try again.',
  },
  confirm: { cancel: 'Cancel', type: (text: string) => `Type ${text} to confirm` },
  secret: {
    title: (what: string) => `Your new ${what}`,
    text: 'It is shown this once. Copy or save it now; whoever has it can use it.',
    save: 'Save as a file',
    done: 'I have it',
  },
  needsWallet: {
    title: 'Sign in with your wallet for this',
    text: 'Client IDs and destinations decide where money goes, so only the session of a wallet of this account may see and change them. Sign out, then sign in with it.',
  },
  older: 'Older',
  newest: 'Newest',
} as const;
