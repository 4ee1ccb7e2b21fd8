/** Parameters of a checkout's address. A phone has one, or one for the area code and one for the number. */
export interface PrefillParameters {
  readonly name: string;
  readonly phone?: string | readonly [areaCode: string, number: string];
}

/** server/src/sales/platforms/ reads its notices. */
export interface PlatformInfo {
  readonly label: string;
  /** Domains of the platform's checkouts. */
  readonly domains: readonly string[];
  /** Link parameters that its notices return: those meant for references, else the UTM that sellers use least. */
  readonly referenceParameters: readonly string[];
  /** Omitted if the platform's links prefill nothing. */
  readonly prefill?: PrefillParameters;
  /** Comma-separated secrets that prove its notices. */
  readonly secretVariable: string;
  /** The platform's own word, in Portuguese. */
  readonly secretLabel: string;
  /** The owner invents the secret instead of copying the platform's. */
  readonly isSecretInvented?: true;
  /** The query of `/postbacks/<name>`, if the address contains the proof. */
  readonly noticeQuery?: string;
  /** The account's role. Left out: the notices name the account's own share. */
  readonly accountVariable?: string;
  /** Steps in Portuguese. `aqui` is the console; the manual says **Ligações** instead. */
  readonly steps: readonly string[];
}
