/**
 * The parameters with which a checkout's address prefills the visitor's name and phone. A phone has one parameter, or
 * one for the area code and one for the number.
 */
export interface Prefill {
  readonly name: string;
  readonly phone?: string | readonly [areaCode: string, number: string];
}

/** A checkout platform's names, addresses and settings; server/src/sales/platforms/ reads its notices. */
export interface PlatformInfo {
  /** The name that people read. */
  readonly label: string;
  /** The domains of its checkouts. */
  readonly domains: readonly string[];
  /** The link parameters that its notices return: those meant for references, else the UTM that sellers use least. */
  readonly referenceParameters: readonly string[];
  /** Omitted if the platform's links prefill nothing. */
  readonly prefill?: Prefill;
  /** The environment variable with the secrets that prove its notices, separated by commas. */
  readonly secretVariable: string;
  /** The platform's own name for the secret, in Portuguese. */
  readonly secretLabel: string;
  /** Whether the owner invents the secret, instead of copying the platform's. */
  readonly isSecretInvented?: true;
  /** The query of its notices' address, `/postbacks/<name>`, if the address contains the proof. */
  readonly noticeQuery?: string;
  /** The environment variable with the account's role. Left out: the notices name the account's own share. */
  readonly accountVariable?: string;
  /** The steps in its panel, in Portuguese. `aqui` is the console; the manual says **Ligações** instead. */
  readonly steps: readonly string[];
}
