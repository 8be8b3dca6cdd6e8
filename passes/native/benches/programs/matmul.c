/* Product of matrices of doubles and of ints. */
enum { N = 120 };
static double a[N][N], b[N][N], c[N][N];
static int p[N][N], q[N][N], r[N][N];

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
            p[i][j] = i * j % 7;
            q[i][j] = i + 2 * j;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            int total = 0;
            for (int k = 0; k < N; k++) {
                sum += a[i][k] * b[k][j];
                total += p[i][k] * q[k][j];
            }
            c[i][j] = sum;
            r[i][j] = total;
        }
    return (int)c[N - 1][N - 2] + r[3][5] & 127;
}
