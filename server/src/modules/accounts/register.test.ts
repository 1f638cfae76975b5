import { registerUser } from 'contract/accounts/accounts.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { registration } from '#test/factories.ts';
import { deliverMail, linkIn } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const post = (body: object) => request(test.app.server).post(registerUser.url).send(body);

const asPassword = (text: string) => ({ password: text, confirm_password: text, username: 'ada-lovelace' });

/** The fields as browsers send them. */
function postForm(fields: [string, string][]): request.Test {
  const call = request(test.app.server).post(registerUser.url);
  for (const [name, value] of fields) call.field(name, value);
  return call;
}

const userNamed = (username: string) => test.database.prisma.user.findFirst({ where: { username } });

/** The username with an upper-case letter for each bit that is set. */
const spell = (name: string, bits: number) =>
  Array.from(name, (letter, i) => ((bits >> i) & 1 ? letter.toUpperCase() : letter)).join('');

/** The other calls conflict, or are refused by a full hash queue on a busy machine. */
function expectOneRegistered(answers: request.Response[]): void {
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(count(201)).toBe(1);
  expect(count(409) + count(503)).toBe(answers.length - 1);
}

describe('registerUser', () => {
  it('creates an unverified account and sends its verification link', async () => {
    // A username that no token contains by chance.
    const answer = await post(registration('Ada.Lovelace')).expect(201);
    const user = await userNamed('Ada.Lovelace');
    expect(answer.body).toEqual({
      msg: 'Registration successful. Please check your email for verification.',
      user: { id: user?.id, username: 'Ada.Lovelace', email: 'Ada.Lovelace@example.org' },
    });
    expect(user).toMatchObject({ email_verified_at: null, is_staff: false, is_superuser: false });
    expect(user?.password_hash).toMatch(/^\$argon2id\$/);

    const [mail, ...others] = await deliverMail(test);
    expect(others).toEqual([]);
    expect(mail?.to).toBe('Ada.Lovelace@example.org');
    expect(linkIn(mail).page).toBe('verify-email');
    // No email contains text that a stranger has chosen.
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/lovelace/i);
  });

  it('accepts the same fields as a multipart form', async () => {
    await postForm(Object.entries(registration('grace'))).expect(201);
    expect(await userNamed('grace')).not.toBeNull();
  });

  it('takes an empty invitation for none', async () => {
    for (const [index, invitation] of ['', 'null', 'undefined'].entries())
      await postForm(Object.entries({ ...registration(`form-${index}`), invitation })).expect(201);
    await post({ ...registration('json-1'), invitation: null }).expect(201);
  });

  it('records the IP address of the registration in the same transaction', async () => {
    const answer = await post(registration('edith')).set('user-agent', 'a browser').expect(201);
    const { id } = answer.body.user;
    const records = await test.database.prisma.ipRecord.findMany({ where: { user_id: id } });
    expect(records).toMatchObject([{ action: 'register', ip_address: '127.0.0.1' }]);
    expect(await test.database.prisma.logRecord.count({ where: { message: 'edith registered.' } })).toBe(1);
    expect(await test.database.prisma.auditEvent.count({ where: { target_id: id } })).toBe(1);
  });

  it.each([
    [
      'the username in another letter case',
      registration('TAKEN', { email: 'new1@example.org' }),
      ['username'],
    ],
    ['the e-mail in another letter case', registration('new2', { email: 'Taken@Example.ORG' }), ['email']],
    ['both', registration('taken'), ['username', 'email']],
  ])('refuses %s of another account, and names it', async (_what, body, fields) => {
    if (!(await userNamed('taken'))) await post(registration('taken')).expect(201);
    const answer = await post(body).expect(409);
    expect(answer.body.code).toBe('conflict');
    expect(Object.keys(answer.body.details)).toEqual(fields);
    for (const field of fields) {
      expect(answer.body.msg).toContain(`${field} already exists`);
      expect(answer.body.details[field]).toEqual([`${field} already exists`]);
    }
  });

  it.each([
    [
      'name in different letter case',
      (i: number) => registration(spell('marie', i), { email: `m${i}@e.org` }),
    ],
    ['address', (i: number) => registration(`emmy${i}`, { email: 'marie@example.org' })],
  ])('creates one account for thirty parallel registrations of one %s', async (_what, bodyOf) => {
    await test.database.prisma.user.deleteMany();
    expectOneRegistered(await Promise.all(Array.from({ length: 30 }, (_, i) => post(bodyOf(i)))));
    expect(await test.database.prisma.user.count()).toBe(1);
  });

  const twoAddresses = 'ada@example.org,eve@example.org';
  const withHeader = 'ada@example.org\r\nBcc: eve@example.org';
  it.each<[string, object, string]>([
    ['no username', { username: undefined }, 'IDENTIFIER REQUIRED'],
    ['an empty username', { username: '' }, 'IDENTIFIER REQUIRED'],
    ['a short username', { username: 'ab' }, 'Must have at least 3 characters.'],
    ['a long username', { username: 'a'.repeat(31) }, 'Must have at most 30 characters.'],
    ['a look-alike letter', { username: 'pаypal' }, 'Use letters, digits'],
    ['a full-width letter', { username: 'ａda' }, 'Use letters, digits'],
    ['a line break in a username', { username: 'ada\r\nBcc: x' }, 'Use letters, digits'],
    ['NUL in a username', { username: 'ada\0' }, 'Must not contain NUL'],
    ['no e-mail', { email: undefined }, 'EMAIL REQUIRED'],
    ['no address', { email: 'ada' }, 'INVALID EMAIL FORMAT'],
    ['a line break in an address', { email: withHeader }, 'INVALID EMAIL FORMAT'],
    ['two addresses', { email: twoAddresses }, 'INVALID EMAIL FORMAT'],
    ['a name with its address', { email: 'Ada <ada@example.org>' }, 'INVALID EMAIL FORMAT'],
    ['a look-alike address', { email: 'аda@example.org' }, 'INVALID EMAIL FORMAT'],
    ['no password', { password: undefined }, 'CREDENTIALS REQUIRED'],
    ['a short password', { password: 'abcdefg' }, 'CREDENTIALS MUST BE 8+ CHARACTERS'],
    ['a long password', { password: 'x'.repeat(129) }, 'Must have at most 128 characters.'],
    ['a very long password', { password: 'x'.repeat(257) }, 'Must have at most 128 characters.'],
    ['a breached password', asPassword('Password1'), 'too common'],
    ['the name as password', asPassword('Ada-Lovelace'), 'Must not be the username'],
    ['another confirmation', { confirm_password: 'another horse' }, 'CREDENTIALS MISMATCH'],
    ['a field of another kind', { username: ['ada'] }, 'Must be text.'],
    ['an unknown field', { is_superuser: true }, 'Unknown field.'],
  ])('refuses %s, naming the field', async (_what, change, reason) => {
    const answer = await post(registration('someone', change)).expect(400);
    expect(answer.body.code).toBe('validation_failed');
    expect(answer.body.details[Object.keys(change)[0] ?? ''].join(' ')).toContain(reason);
    expect(await userNamed('someone')).toBeNull();
  });

  it('refuses a value of another type for no other reason', async () => {
    const { body } = await post(registration('someone', { username: ['a'] })).expect(400);
    expect(body.details.username).toEqual(['Must be text.']);
  });

  it('accepts a password of any script and counts its characters, not its bytes', async () => {
    const foxes = '🦊🦊🦊🦊🦊🦊🦊🦊';
    await post(registration('fox', { password: foxes, confirm_password: foxes })).expect(201);
    await post(registration('cub', { password: '🦊🦊🦊🦊🦊', confirm_password: '🦊🦊🦊🦊🦊' })).expect(400);
  });

  it('treats two Unicode forms of one password as equal: both are compared in NFKC', async () => {
    const composed = 'caf\u00e9 au lait';
    const decomposed = 'cafe\u0301 au lait';
    await post(registration('cafe', { password: composed, confirm_password: decomposed })).expect(201);
  });
});

describe('forms', () => {
  const fields = Object.entries(registration('turing'));

  it('name a field that occurs twice', async () => {
    const answer = await postForm([...fields, ['username', 'turing2']]).expect(400);
    expect(answer.body.details).toEqual({ username: ['Must not be given twice.'] });
  });

  it('name a file where none is allowed', async () => {
    const answer = await postForm(fields).attach('user_image', Buffer.from('x'), 'x.png').expect(400);
    expect(answer.body.details).toEqual({ user_image: ['Must not be a file.'] });
  });

  it.each(['__proto__', 'constructor'])('refuse a field called %s', async (name) => {
    await postForm([...fields, [name, 'x']]).expect(400);
  });

  it('are refused with too many fields or a field that is too long', async () => {
    const many = Array.from({ length: 60 }, (_, i): [string, string] => [`field${i}`, 'x']);
    expect((await postForm(many).expect(413)).body.code).toBe('payload_too_large');
    const answer = await postForm([...fields.slice(1), ['username', 'x'.repeat(20_000)]]).expect(413);
    expect(answer.body.code).toBe('payload_too_large');
  });

  it.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    [
      'cut off',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="username"\r\n\r\nad',
    ],
    ['that are none', 'multipart/form-data; boundary=b', 'username=ada'],
  ])('that are malformed (%s) are refused and never crash the server', async (_what, type, body) => {
    const answer = await request(test.app.server).post(registerUser.url).set('content-type', type).send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('validation_failed');
  });

  it('without content are accepted if the operation needs no body, and refused otherwise', async () => {
    for (const [body, code] of [
      ['{}', 'invalid_link'],
      ['x'.repeat(10_000), 'unsupported_media_type'],
    ]) {
      const answer = await request(test.app.server)
        .post('/api/user/reset-password/x/y/')
        .set('content-type', 'multipart/form-data; boundary=b')
        .send(body);
      expect(answer.body.code).toBe(code);
    }
  });

  it('of other types than JSON and multipart are refused', async () => {
    await request(test.app.server).post(registerUser.url).type('form').send({ username: 'ada' }).expect(415);
  });
});
