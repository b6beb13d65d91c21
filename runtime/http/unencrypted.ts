/** The parts of a URL that decide it, by name: the declarations of this package need no types of the web. */
interface Address {
  readonly protocol: string;
  readonly hostname: string;
}

/**
 * Whether what is sent to an address travels unencrypted to another machine. Not another one is also a name that no
 * network has (RFC 2606: `test`, `invalid`) and a transport of the user's answers for; addresses of a local network are.
 */
export const isUnencrypted = ({ protocol, hostname }: Address): boolean =>
  protocol === "http:" && !/^(?:(?:[\w-]+\.)*(?:localhost|invalid|test)|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
