/** What a call was made with, by the word of the API. */
const KINDS: Readonly<Record<string, string>> = {
  api_key: 'API key',
  client_id: 'Client ID',
  orchestrator_key: 'Orchestrator key',
  orchestrator_pair: 'Orchestrator, by your client ID',
};

/** The English texts of the log of API requests. */
export const apiRequestMessages = {
  title: 'API requests',
  lead: 'Calls that programs made with the keys and client IDs of this account, newest first. Bodies, queries and headers are not kept.',
  name: 'API requests, newest first',
  filters: {
    title: 'Filters',
    outcome: 'Outcome',
    outcomes: [
      ['', 'All'],
      ['2xx', 'Done'],
      ['4xx', 'Refused (4xx)'],
      ['5xx', 'Failed (5xx)'],
    ],
    credential: 'Key or client ID',
    allCredentials: 'All',
    path: 'Path',
    pathHint: '/v2/request/{requestId}',
    call: 'x-request-id',
    from: 'From',
    to: 'To',
    apply: 'Filter',
  },
  clear: 'Clear filters',
  kinds: KINDS,
  took: (ms: number) => `${ms} ms`,
  titles: {
    path: 'Call',
    status: 'Answer',
    credential: 'Made with',
    duration: 'Took',
    call: 'x-request-id',
    time: 'Answered',
  },
  onlyPath: (path: string) => `${path}: only these calls`,
  onlyCredential: (name: string) => `${name}: only its calls`,
  forbidden: {
    title: 'Only for developers and owners',
    text: 'What programs call is shown to members with the role Developer or Owner. An owner of this account can change your role.',
  },
  empty: {
    title: 'No call yet',
    text: 'Each call with an API key or a client ID stands here a second after its answer, with its status and the code of its error. Make a key and send the first one.',
    create: 'Make a key',
    filteredTitle: 'No call fits these filters',
    filteredText:
      'Clear them to see all calls, or change one. Paths are those of the documentation, as a whole.',
  },
} as const;
