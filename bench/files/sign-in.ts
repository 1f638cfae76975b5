import { password, post } from '../accounts/server.ts';

/** An access token of a user that `createUsers` made. */
export async function signIn(url: string, username: string): Promise<string> {
  const response = await post(`${url}/api/user/login/`, { username_or_email: username, password });
  return ((await response.json()) as { access: string }).access;
}

/** Sends an image as the profile form does. */
export async function sendImage(
  url: string,
  { userId, access, image }: { userId: string; access: string; image: Buffer },
): Promise<Response> {
  const form = new FormData();
  form.set('user_image', new Blob([new Uint8Array(image)]), 'image');
  return fetch(`${url}/api/user/user/update/${userId}/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access}` },
    body: form,
  });
}
