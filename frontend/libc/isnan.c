/* isnan, isinf, finite as functions (BSD; the macros of math.h are built-ins). */
int isnan(double x)
{
    return x != x;
}

int isinf(double x)
{
    return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0;
}

int finite(double x)
{
    return x - x == 0;
}

int isnanf(float x)
{
    return x != x;
}

int isinff(float x)
{
    return x == x && x - x != 0 ? (x > 0 ? 1 : -1) : 0;
}

int finitef(float x)
{
    return x - x == 0;
}
