// says: --function smallest
int smallest(int *numbers, int count)
{
    int least = numbers[0];
    for (int i = 1; i < count; i++)
        if (numbers[i] < least)
            least = numbers[i]; // target
    return least;
}
