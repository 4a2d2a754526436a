/** The English texts of the merchant profile. */
export const profileMessages = {
  title: 'Merchant profile',
  lead: 'Payers read it above every payment, next to the whole address that they pay. Receipts and link previews have the name too.',
  card: 'What payers see',
  scope: 'For',
  account: 'The account, and client IDs without a profile of their own',
  inherited:
    'This client ID has the profile of the account. What you save here replaces all of it.',
  none: 'There is no profile yet. Pay pages say: “The merchant gave no name.”',
  name: 'Name',
  nameHint: 'As customers know you, in at most 60 letters, digits and punctuation marks.',
  logo: 'Logo',
  logoHint:
    'Such as /branding/corner-shop/logo.png: PNG, JPEG, WebP or AVIF. The operator stores the file.',
  openFile: 'Open the file',
  support: 'Where payers ask',
  supportHint:
    'Such as https://shop.example/help or mailto:help@shop.example. Pay pages show where it leads.',
  unverified: 'Pay pages and receipts say beside the name that nobody has verified it.',
  preview: 'As the pay page shows it',
  requestedBy: 'Requested by',
  notVerified: 'Calls itself so, not verified.',
  noName: 'The merchant gave no name.',
  questions: 'Questions?',
  save: 'Save the profile',
  saved: 'Saved. Pay pages show it when they are loaded again.',
  mayNot: 'Owners and developers of the account may change it.',
  remove: 'Remove',
  removeTitle: 'Remove the profile?',
  removeText:
    'Pay pages then have the profile of the account, or say that the merchant gave no name, those of payments that exist included.',
} as const;
