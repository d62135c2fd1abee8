import * as client from 'openid-client';
import type { OidcSettings } from '../../config.ts';

/** What the caller's browser keeps while it is away at the provider, so that only it can come back. */
export interface SignOn {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * Who came back from the provider: the subject stays with an account for ever, its name may be changed there or given
 * to another.
 */
export interface ProviderAccount {
  issuer: string;
  subject: string;
  name: string;
}

/** Why a sign-on came to nothing: the provider does not answer, or what it answered cannot be trusted. */
export class SignOnFailed extends Error {
  readonly reason: 'away' | 'failed';

  constructor(reason: 'away' | 'failed', cause: unknown) {
    super(`single sign-on: ${reason}`, { cause });
    this.name = 'SignOnFailed';
    this.reason = reason;
  }
}

const TIMEOUT_SECONDS = 10;

/** Log-in at an OpenID Connect provider such as Keycloak: the authorization code flow with PKCE, state and nonce. */
export class SingleSignOn {
  readonly #settings: OidcSettings;
  /** what the provider says of itself, asked for at the first sign-on: the product starts without it */
  #provider: Promise<client.Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
  }

  /** Where to send the browser, and what it must bring back. @throws SignOnFailed */
  async begin(callback: string): Promise<{ address: string; signOn: SignOn }> {
    const provider = await this.#discovered();
    const signOn: SignOn = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const address = client.buildAuthorizationUrl(provider, {
      redirect_uri: callback,
      scope: 'openid profile',
      state: signOn.state,
      nonce: signOn.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(signOn.verifier),
      code_challenge_method: 'S256',
    });
    return { address: address.href, signOn };
  }

  /** Who came back; the name is the provider's `preferred_username`. @throws SignOnFailed */
  async finish(address: URL, { state, nonce, verifier }: SignOn): Promise<ProviderAccount> {
    const provider = await this.#discovered();
    try {
      const tokens = await client.authorizationCodeGrant(provider, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { iss, sub, preferred_username: told } = tokens.claims()!;
      // some providers tell names only when asked for them
      const name = told ?? (await client.fetchUserInfo(provider, tokens.access_token, sub)).preferred_username;
      if (typeof name !== 'string' || name === '') throw new Error('the provider tells no preferred_username');
      return { issuer: iss, subject: sub, name };
    } catch (error) {
      throw new SignOnFailed('failed', error);
    }
  }

  async #discovered(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const asked = (this.#provider ??= client.discovery(
      issuer,
      clientId,
      clientSecret,
      clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret),
      { timeout: TIMEOUT_SECONDS, execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [] },
    ));
    try {
      return await asked;
    } catch (error) {
      if (this.#provider === asked) this.#provider = undefined;
      throw new SignOnFailed('away', error);
    }
  }
}
