/** What the test files need to make databases of their own. */
export interface TestServer {
  /** A database of the server in which nothing is kept; its user may create databases. */
  readonly adminUrl: string;
  /** The migrated database that every test file gets a copy of. */
  readonly template: string;
}
