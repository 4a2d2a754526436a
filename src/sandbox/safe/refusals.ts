/** An answer that is no success, in the service's shape. */
export class ServiceError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.name = 'ServiceError';
    this.status = status;
    this.body = body;
  }
}

/** Something that the service does not know. */
export function notFound(detail = 'Not found.'): ServiceError {
  return new ServiceError(404, { detail });
}

/** A proposal that is wrong as a whole. */
export function refuseProposal(message: string): ServiceError {
  return new ServiceError(422, { nonFieldErrors: [message] });
}

/** An address of a path that is not written with its checksum. */
export function refuseChecksum(address: string): ServiceError {
  const message = 'Checksum address validation failed';
  return new ServiceError(422, { code: 1, message, arguments: [address] });
}
