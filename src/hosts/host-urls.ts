/** Where the hosts are reached, without trailing slashes. */
export interface HostUrls {
  readonly api: string;
  readonly auth: string;
  readonly pay: string;
  readonly dashboard: string;
}
