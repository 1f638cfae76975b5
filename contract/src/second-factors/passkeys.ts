import { z } from 'zod';
import { boundedText } from 'contract/fields.ts';

/** The JSON forms of Web Authentication Level 3, section 5.1, reduced to the members in use. */
const Credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).exactOptional(),
});

export const PasskeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(Credential).exactOptional(),
  })
  .meta({ id: 'PasskeyRequestOptions', description: '`PublicKeyCredentialRequestOptionsJSON`.' });
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

export const PasskeyCreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ name: z.string(), id: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(Credential),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.boolean(),
      userVerification: z.literal('required'),
    }),
  })
  .meta({ id: 'PasskeyCreationOptions', description: '`PublicKeyCredentialCreationOptionsJSON`.' });
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

const notACredential = 'Must be a credential as returned by the browser.';
const shortText = boundedText(2_048);
const longText = boundedText(32_768);
/** A credential with this response; other members are ignored. */
const credentialWith = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.object(
    {
      id: shortText,
      rawId: shortText,
      type: z.literal('public-key', notACredential),
      response: z.object(response, notACredential),
    },
    notACredential,
  );

export const PasskeyAssertion = credentialWith({
  clientDataJSON: longText,
  authenticatorData: longText,
  signature: shortText,
}).meta({ id: 'PasskeyAssertion', description: '`AuthenticationResponseJSON`.' });
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

export const PasskeyAttestation = credentialWith({
  clientDataJSON: longText,
  attestationObject: longText,
  transports: z.array(boundedText(32), notACredential).max(10, notACredential).optional(),
}).meta({ id: 'PasskeyAttestation', description: '`RegistrationResponseJSON`.' });
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>;

export const exampleRequestOptions: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'example.org',
  timeout: 300_000,
  userVerification: 'required',
};

export const exampleCreationOptions: PasskeyCreationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { name: 'Declassified', id: 'example.org' },
  user: { id: 'AZMKTnwAcACAAAAAAAAAAQ', name: 'ada', displayName: 'ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
};

export const exampleAssertion = {
  id: 'Y3JlZGVudGlhbA',
  rawId: 'Y3JlZGVudGlhbA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'YXV0aA', signature: 'c2ln' },
} as const;

export const exampleAttestation = {
  id: 'Y3JlZGVudGlhbA',
  rawId: 'Y3JlZGVudGlhbA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'o2NmbXQ' },
} as const;
